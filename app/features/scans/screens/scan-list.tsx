export default function Later() { return null; }
