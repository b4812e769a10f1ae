import FileUp from "lucide-react/icons/file-up";
import ImageUp from "lucide-react/icons/image-up";
import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { buttonClass } from "../button.tsx";
import { cx } from "../cx.ts";
import { useFieldControl } from "./field-control.ts";
import { UploadProgress } from "./upload-progress.tsx";

export interface FileInputProps extends Omit<ComponentProps<"input">, "title" | "type" | "ref"> {
  type?: string;
  title?: ReactNode;
  text?: ReactNode;
  chooseLabel: ReactNode;
  /** URL of the current picture. */
  currentSrc?: string | null;
  /** Replaces the chosen files by what is sent of them and returns those; null if another choice was made meanwhile. */
  prepare?: (input: HTMLInputElement) => Promise<File[] | null>;
  /** Low on a phone, where the whole zone is the button. */
  compact?: boolean;
}

interface Chosen {
  names: string;
  preview: string | null;
}

/**
 * Zone for dropping or choosing a file. The native input covers it, so that dropping, clicking and the keyboard work;
 * without JavaScript, the input itself is shown.
 */
export function FileInput(props: FileInputProps) {
  const { title, text, chooseLabel, currentSrc, compact, className, onChange, prepare, type: _, ...rest } = props;
  const control = useFieldControl(rest);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  useEffect(() => () => forget(chosen), [chosen]);

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const field = event.currentTarget;
    onChange?.(event);
    if (!prepare) return show([...(field.files ?? [])]);
    prepare(field).then((files) => files && show(files));
  }

  function show(files: File[]) {
    const image = files.find((file) => file.type.startsWith("image/"));
    const names = files.map((file) => file.name).join(", ");
    setChosen(files.length > 0 ? { names, preview: image ? URL.createObjectURL(image) : null } : null);
  }

  const Icon = rest.accept?.includes("csv") ? FileUp : ImageUp;
  const picture = chosen?.preview ?? (chosen ? null : currentSrc);
  return (
    <div
      className={cx(
        "relative flex flex-wrap items-center gap-4 rounded-2 border-2 border-dashed border-edge bg-surface p-4 transition-colors hover:border-brand hover:bg-brand-soft/50",
        compact && "max-sm:p-3",
        "has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-brand has-aria-invalid:border-lost",
        className,
      )}
    >
      <span
        className={cx(
          "grid size-20 shrink-0 place-items-center overflow-hidden rounded-2 bg-brand-soft text-brand",
          compact && "max-sm:size-14",
        )}
      >
        {picture ? (
          <img src={picture} alt="" className="size-full object-cover" />
        ) : (
          <Icon aria-hidden className="size-8" />
        )}
      </span>
      <span className="grid min-w-0 flex-[1_1_8rem] grid-cols-1 justify-items-start gap-1">
        {title && <span className="text-sm font-semibold">{title}</span>}
        {text && <span className={cx("text-xs text-ink-3", compact && "max-sm:leading-snug")}>{text}</span>}
        {chosen && (
          <span role="status" className="max-w-full text-xs font-medium text-brand-deep">
            <bdi className="truncate">{chosen.names}</bdi>
          </span>
        )}
        <UploadProgress input={input} />
        <span
          aria-hidden="true"
          className={cx(
            buttonClass({ variant: "ghost", size: "sm" }),
            "mt-1 noscript:hidden",
            compact && "max-sm:hidden",
          )}
        >
          {chooseLabel}
        </span>
        <input
          {...control}
          ref={input}
          type="file"
          onChange={pick}
          className={cx(
            "absolute inset-0 size-full cursor-pointer opacity-0",
            "noscript:static noscript:mt-1 noscript:h-auto noscript:min-w-0 noscript:text-xs noscript:text-ink-2 noscript:opacity-100",
            "file:me-3 file:rounded-full file:border-[1.5px] file:border-solid file:border-line file:bg-surface file:px-4 file:py-2 file:font-semibold file:text-ink",
          )}
        />
      </span>
    </div>
  );
}

function forget(chosen: Chosen | null) {
  if (chosen?.preview) URL.revokeObjectURL(chosen.preview);
}
