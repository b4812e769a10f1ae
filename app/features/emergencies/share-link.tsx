import Share2 from "lucide-react/icons/share-2";
import type { MouseEvent } from "react";
import { type ButtonLook, buttonClass } from "#app/platform/ui/button.tsx";

/** Shares a public page by the phone's own way; where there is none, by WhatsApp. */
export function ShareLink({ url, text, label, ...look }: ButtonLook & { url: string; text: string; label: string }) {
  function share(event: MouseEvent) {
    if (!("share" in navigator)) return;
    event.preventDefault();
    navigator.share({ text, url }).catch(() => undefined);
  }
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(`${text}\n${url}`)}`}
      target="_blank"
      rel="noreferrer"
      onClick={share}
      className={buttonClass(look)}
    >
      <Share2 aria-hidden className="size-5" />
      {label}
    </a>
  );
}
