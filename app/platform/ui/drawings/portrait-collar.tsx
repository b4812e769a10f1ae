/** A portrait's collar with a tag. */
export function PortraitCollar({ color, y = 0 }: { color: string; y?: number }) {
  return (
    <g transform={y ? `translate(0 ${y})` : undefined}>
      <path d="M58 150c14 18 70 18 84 0l4 12c-16 22-76 22-92 0Z" fill={color} />
      <path d="M60 156c16 16 64 16 80 0" stroke="#fff" strokeOpacity=".35" strokeWidth="1.600" strokeDasharray="4 4" />
      <circle cx="100" cy="186" r="13" fill="#e9b949" />
      <circle cx="100" cy="172" r="3.500" stroke="#c4cbcd" strokeWidth="2.500" />
      <path
        d="M100 193c-5-3-7-5.500-7-8.500a3.700 3.700 0 0 1 7-1.800 3.700 3.700 0 0 1 7 1.800c0 3-2 5.500-7 8.500Z"
        fill="#fff"
        fillOpacity=".9"
      />
    </g>
  );
}
