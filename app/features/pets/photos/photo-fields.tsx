import { type PointerEvent, useEffect, useId, useState } from "react";
import { photoUrl } from "#app/platform/files/photos.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { PhotoField } from "#app/platform/ui/forms/photo-field.tsx";

interface PhotoFieldsProps {
  id: string;
  errors?: string[];
  photoId: string | null;
  focus: { x: number; y: number };
}

interface Focus {
  x: number;
  y: number;
}

/**
 * Two sliders that are always submitted, and a picture to click or drag on when JavaScript runs. Percent from the left
 * and top edge; stays left to right because a photo is not mirrored in a right-to-left page.
 */
function FocusPicker({
  src,
  focus,
  onChange,
  names,
}: {
  src: string | null;
  focus: Focus;
  onChange: (focus: Focus) => void;
  names: { x: string; y: string };
}) {
  const t = useT();
  return (
    <div className="grid gap-4">
      {src && <FocusPointPhoto src={src} focus={focus} onChange={onChange} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Slider
          label={t("pets.fields.photoFocusX")}
          name={names.x}
          value={focus.x}
          onChange={(x) => onChange({ ...focus, x })}
        />
        <Slider
          label={t("pets.fields.photoFocusY")}
          name={names.y}
          value={focus.y}
          onChange={(y) => onChange({ ...focus, y })}
        />
      </div>
    </div>
  );
}

interface SliderProps {
  label: string;
  name: string;
  value: number;
  onChange: (value: number) => void;
}

function Slider({ label, name, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <input
        id={id}
        type="range"
        dir="ltr"
        name={name}
        min={0}
        max={100}
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        className="h-10 w-full cursor-pointer accent-brand"
      />
    </Field>
  );
}

function FocusPointPhoto({ src, focus, onChange }: { src: string; focus: Focus; onChange: (focus: Focus) => void }) {
  const t = useT();
  const [isDragging, setDragging] = useState(false);
  const position = { objectPosition: `${focus.x}% ${focus.y}%` };

  function follow(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (at: number, size: number) => Math.round(Math.min(1, Math.max(0, at / size)) * 100);
    onChange({ x: percent(event.clientX - box.x, box.width), y: percent(event.clientY - box.y, box.height) });
  }

  return (
    <div className="flex flex-wrap items-start gap-5">
      <div className="grid gap-1.5">
        <p className="text-sm font-[550]">{t("pets.photo.focus")}</p>
        <div
          role="presentation"
          dir="ltr"
          className="relative w-fit cursor-crosshair touch-none overflow-hidden rounded-2 select-none"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragging(true);
            follow(event);
          }}
          onPointerMove={(event) => isDragging && follow(event)}
          onPointerUp={() => setDragging(false)}
          onPointerCancel={() => setDragging(false)}
        >
          <img src={src} alt="" draggable={false} className="block max-h-72 w-auto max-w-full" />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute -ms-5 -mt-5 grid size-10 place-items-center rounded-full border-[3px] border-white shadow-2"
            style={{ insetInlineStart: `${focus.x}%`, insetBlockStart: `${focus.y}%` }}
          >
            <span className="size-2 rounded-full bg-sun" />
          </span>
        </div>
        <p className="max-w-[46ch] text-xs text-ink-3">{t("pets.photo.focusHint")}</p>
      </div>
      <figure className="grid gap-1.5">
        <figcaption className="text-sm font-[550]">{t("pets.photo.preview")}</figcaption>
        <div className="flex items-end gap-3">
          <img src={src} alt="" className="h-24 w-32 rounded-2 object-cover" style={position} />
          <img src={src} alt="" className="size-16 rounded-[18px] object-cover" style={position} />
        </div>
      </figure>
    </div>
  );
}

/** Fields for the photo, for the focus point that every crop keeps, and for removing the photo. */
export function PhotoFields({ id, errors, photoId, focus: saved }: PhotoFieldsProps) {
  const t = useT();
  const [focus, setFocus] = useState(saved);
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen) : undefined), [chosen]);

  function choose(file: File | null) {
    setChosen(file && URL.createObjectURL(file));
    if (file) setFocus({ x: 50, y: 50 });
  }

  const names = { x: "photoFocusX", y: "photoFocusY" };
  const src = chosen ?? (photoId && photoUrl(photoId, 640));
  return (
    <>
      <PhotoField
        id={id}
        name="photo"
        label={t("pets.fields.photo")}
        hideLabel
        errors={errors}
        title={t("pets.photo.title")}
        text={t("pets.photo.text")}
        chooseLabel={t("pets.photo.choose")}
        currentSrc={photoId && photoUrl(photoId, 160)}
        onPhoto={choose}
        compact
      />
      {src ? (
        <FocusPicker src={src} focus={focus} onChange={setFocus} names={names} />
      ) : (
        <noscript>
          <FocusPicker src={null} focus={focus} onChange={setFocus} names={names} />
        </noscript>
      )}
      {photoId && !chosen && <Checkbox name="removePhoto" label={t("pets.fields.removePhoto")} />}
    </>
  );
}
