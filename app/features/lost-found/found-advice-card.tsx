import Phone from "lucide-react/icons/phone";
import { adviceIcons } from "#app/features/scans/advice-icons.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { FoundAdvice } from "./found-advice.server.ts";

/** Card for whoever keeps a found animal: first aid, and vet clinics to call. */
export function FoundAdviceCard({ advice }: { advice: FoundAdvice }) {
  const { title, steps, clinicsTitle, call, whatsapp: byWhatsapp, clinics } = advice;
  return (
    <Card as="section" className="print:hidden">
      <CardHeader title={title} />
      <ul className="grid gap-2">
        {steps.map(({ icon, text }) => {
          const Icon = adviceIcons[icon];
          return (
            <li key={text} className="flex gap-2.5">
              <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
              {text}
            </li>
          );
        })}
      </ul>
      {clinics.length > 0 && (
        <>
          <h3 className="mt-5 font-semibold">{clinicsTitle}</h3>
          <p className="text-sm text-ink-2">{call}</p>
          <ul className="mt-3 grid gap-4 wrap-anywhere">
            {clinics.map(({ id, name, area, hours, phone, whatsapp }) => (
              <li key={id} className="grid gap-2">
                <div>
                  <p className="font-semibold" dir="auto">
                    {name}
                  </p>
                  <p className="text-sm text-ink-2">
                    <bdi>{area}</bdi>
                    {hours && (
                      <>
                        {"\u00a0· "}
                        <bdi>{hours}</bdi>
                      </>
                    )}
                  </p>
                </div>
                <div className="flex flex-wrap gap-2">
                  <a href={`tel:${phone}`} className={buttonClass({ variant: "ghost", size: "sm" })}>
                    <Phone aria-hidden className="size-4" />
                    <Ltr>{phone}</Ltr>
                  </a>
                  {whatsapp && (
                    <a
                      href={`https://wa.me/${whatsapp.slice(1)}`}
                      rel="nofollow noreferrer"
                      className={buttonClass({ variant: "ghost", size: "sm" })}
                    >
                      {byWhatsapp}
                    </a>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
