import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { Drawing, type DrawingProps } from "#app/platform/ui/drawings/drawing.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";

/** Minaret, dome and houses on the Nile's west bank, the pyramids behind, and the Cairo Tower on its island. */
function Cairo() {
  return (
    <>
      <circle cx="128" cy="132" r="42" fill="#fff3d6" />
      <path d="M-10 352 84 236l60 74 44-54 98 96Z" fill="#efb468" />
      <path d="m84 236 26 116h-40Zm104 20 16 96h-36Z" fill="#d9964a" opacity=".5" />
      <g fill="#b9743a">
        <path d="M52 352V214h-5v-8h5l2-34c0-8 4-12 8-17 4 5 8 9 8 17l2 34h5v8h-5v138Z" />
        <path d="M62 140v14" stroke="#b9743a" strokeWidth="3" />
        <path d="M62 132a7 7 0 1 0 6 10 6 6 0 1 1-6-10Z" />
        <path d="M84 352v-44c0-24 16-34 30-44 14 10 30 20 30 44v44Z" />
        <path d="M0 352v-40h40v40Zm148 0v-30h44v30Zm186 0v-54h34v54Z" />
      </g>
      <g fill="#8f5a30">
        <path d="M407 352c4-80 7-150 8-196h14c1 46 4 116 8 196Z" />
        <path d="M408 156h28l5-16h-38Z" />
        <path d="M418 140v-30h8v30Z" />
        <path d="M376 352v-70h26v70Zm66 0v-46h48v46Z" />
      </g>
      <path
        d="m410 330 24-40m-22 0 20 40m-19-80 17 34m-15 0 14-34m-12-40 11 34m-10 0 9-34"
        stroke="#efb468"
        strokeWidth="2.500"
        opacity=".8"
      />
      <rect x="0" y="350" width="480" height="140" fill="#5fb0ac" />
      <path
        d="M20 376h56m330 0h44M48 408h40m300-8h60M92 440h30"
        stroke="#fff"
        strokeOpacity=".5"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="m36 388 30-96c16 34 22 66 20 96Z" fill="#fffaf0" />
      <path d="M24 392h84l-14 18H40Z" fill="#7a4d33" />
    </>
  );
}

/** A dog in Cairo, cut by the edge of a round picture, with a tag that hangs from its collar. */
export function HeroScene({ className }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 480 480" className={className}>
      <linearGradient id="hero-sky" x2="0" y2="1">
        <stop stopColor="#ffe3ad" />
        <stop offset="1" stopColor="#f8c67a" />
      </linearGradient>
      <clipPath id="hero-circle">
        <circle cx="240" cy="240" r="236" />
      </clipPath>
      <g clipPath="url(#hero-circle)">
        <rect width="480" height="480" fill="url(#hero-sky)" />
        <Cairo />
        <svg x="62" y="70" width="356" height="356" overflow="visible" aria-hidden="true">
          <AnimalDrawing kind="dog" seed="rocky" className="overflow-visible" />
        </svg>
        <path d="M114 430h252v50H114Z" fill="#b9763a" />
        <path d="M190 427h100v53H190Z" fill="#f7e2c4" />
      </g>
      <svg x="205" y="356" width="70" height="91" aria-hidden="true">
        <TagDrawing />
      </svg>
    </Drawing>
  );
}
