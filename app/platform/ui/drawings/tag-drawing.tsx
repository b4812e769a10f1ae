import { useId } from "react";
import { light } from "#app/platform/ui/styles/tokens.ts";
import { Drawing, type DrawingProps } from "./drawing.tsx";

const metals = {
  gold: { light: "#f8dd93", main: "#e6bb53", deep: "#b98622", mark: "#fff8e3" },
  steel: { light: "#e6edec", main: "#b3c1c0", deep: "#748786", mark: "#ffffff" },
  teal: { light: "#3fb0a4", main: "#15796f", deep: light.brandDeep, mark: "#ffc65c" },
};

/** A round tag with a heart and NFC waves. */
export function TagDrawing({ metal = "gold", ...rest }: DrawingProps & { metal?: keyof typeof metals }) {
  const id = useId();
  const { light, main, deep, mark } = metals[metal];
  return (
    <Drawing viewBox="0 0 160 208" {...rest}>
      <linearGradient id={`${id}m`} x1="30" y1="50" x2="130" y2="200" gradientUnits="userSpaceOnUse">
        <stop stopColor={light} />
        <stop offset=".45" stopColor={main} />
        <stop offset="1" stopColor={deep} />
      </linearGradient>
      <clipPath id={`${id}c`}>
        <circle cx="80" cy="134" r="70" />
      </clipPath>
      <path d="M90 49a22 22 0 1 0-26-5" stroke="#9aa8a9" strokeWidth="5.500" strokeLinecap="round" />
      <path
        fillRule="evenodd"
        d="M80 33a22 22 0 0 1 22 22v12.500a70 70 0 1 1-44 0V55a22 22 0 0 1 22-22Zm0 10.500a10.500 10.500 0 1 0 0 21 10.500 10.500 0 0 0 0-21Z"
        fill={`url(#${id}m)`}
      />
      <path d="M0 208 92 48h32L32 208Z" fill="#fff" opacity=".18" clipPath={`url(#${id}c)`} />
      <circle cx="80" cy="134" r="61" stroke="#fff" strokeOpacity=".5" strokeWidth="2.500" />
      <circle cx="80" cy="54" r="10.500" stroke={deep} strokeOpacity=".45" strokeWidth="2" />
      <path
        d="M80 151c-20.500-12.800-31-23.500-31-35.600 0-9.500 7.400-16.800 16.300-16.800 5.900 0 11.500 3 14.700 8.200 3.200-5.200 8.800-8.200 14.700-8.200 8.900 0 16.300 7.300 16.300 16.800 0 12.100-10.500 22.800-31 35.600Z"
        fill={mark}
      />
      <path
        d="M60 160.500a33 33 0 0 0 40 0M69.500 171.500a20 20 0 0 0 21 0"
        stroke={mark}
        strokeWidth="4.500"
        strokeLinecap="round"
      />
      <path d="M64 44a22 22 0 0 0 26 5" stroke="#c9d2d3" strokeWidth="5.500" strokeLinecap="round" />
    </Drawing>
  );
}
