declare module "*?minified" {
  const text: string;
  export default text;
}
