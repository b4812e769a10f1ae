import { light } from "#app/platform/ui/styles/tokens.ts";
import { Drawing, type DrawingProps } from "./drawing.tsx";

/** A person kneeling and holding a dog. */
export function ReunionDrawing(props: DrawingProps) {
  return (
    <Drawing viewBox="0 0 320 260" {...props}>
      <path
        d="M30 150C18 84 84 24 166 24c78 0 136 46 130 116-6 66-60 96-138 96S42 222 30 150Z"
        fill={`var(--color-sun-soft, ${light.sunSoft})`}
      />
      <ellipse cx="164" cy="238" rx="122" ry="10" fill="#000" opacity=".08" />
      <path d="M262 204c26 2 34-24 26-44" stroke="#7d4c22" strokeWidth="13" strokeLinecap="round" />
      <path d="M186 132c34-6 66 12 78 48 6 20 6 40 2 56h-92c-10-40-10-84 12-104Z" fill="#b9763a" />
      <path d="M176 236c-2-28 4-48 16-58 14 14 18 36 16 58Z" fill="#f7e2c4" />
      <path d="M72 238c-6-44 2-96 30-114 24-14 54-4 60 24 6 30-2 66-8 90Z" fill="#12776e" />
      <path d="M60 240c0-26 22-40 50-38l62 4c14 1 20 10 20 20 0 8-6 14-16 14Z" fill="#2c3f5c" />
      <path d="M170 240h34c10 0 12-14 0-16l-30-4Z" fill="#d95c43" />
      <path d="M180 68c-14-8-26 6-26 28 0 18 10 28 20 24 10-2 12-22 14-34Z" fill="#7d4c22" />
      <path d="M206 56c32-4 56 16 58 48 2 26-18 46-46 46-32 0-54-18-54-44 0-28 18-47 42-50Z" fill="#b9763a" />
      <path d="M164 104c0-12 12-20 26-18 16 2 26 14 26 30 0 18-12 30-28 28-15-1-24-18-24-40Z" fill="#f7e2c4" />
      <path d="M244 70c16-4 30 12 30 34 0 20-10 30-20 26-12-4-18-22-20-38Z" fill="#7d4c22" />
      <path d="M166 100c0-6 6-9 12-8s10 6 9 11-7 8-12 7-9-5-9-10Z" fill="#2b1c14" />
      <path d="M206 92c4-6 12-6 16 0M176 122c6 6 14 5 18-2" stroke="#2b1c14" strokeWidth="4" strokeLinecap="round" />
      <path d="M178 127c-1 8 2 13 7 13s7-7 6-14c-4 3-9 3-13 1Z" fill="#ea7f78" />
      <path d="M110 60c26-8 50 6 52 34 1 24-14 42-34 42-24 0-40-16-40-38 0-20 8-33 22-38Z" fill="#e8b48c" />
      <path
        d="M84 108c-8-36 8-64 42-66 24-1 40 14 38 36-14-10-30-8-40 4-4 12-4 30-14 44-14 2-24-6-26-18Z"
        fill="#3a2620"
      />
      <path
        d="M134 92c4 5 11 5 15 0M138 114c6 5 13 4 16-2"
        stroke="#3a2620"
        strokeWidth="3.600"
        strokeLinecap="round"
      />
      <circle cx="130" cy="106" r="7" fill="#e58b6e" opacity=".55" />
      <path d="M166 162c18 18 46 20 66 4l4 11c-22 20-56 18-74-4Z" fill="#0a524c" />
      <circle cx="200" cy="194" r="11" fill={light.sun} />
      <path d="M104 150c22 26 60 44 106 40 10-1 16 6 15 13-1 8-8 11-16 11-50 2-96-16-122-46Z" fill="#0e8a7f" />
      <path d="M208 190c12-4 26-2 28 6 2 9-10 17-24 18-10 0-14-18-4-24Z" fill="#e8b48c" />
      <path
        d="M246 40c-8-5-12-9-12-14a6.300 6.300 0 0 1 12-3.300 6.300 6.300 0 0 1 12 3.300c0 5-4 9-12 14Z"
        fill="#d95c43"
      />
      <path
        d="M278 62c-5-3-7.500-5.800-7.500-9a4 4 0 0 1 7.500-2.100 4 4 0 0 1 7.500 2.100c0 3.200-2.500 6-7.500 9Z"
        fill={light.sun}
      />
    </Drawing>
  );
}
