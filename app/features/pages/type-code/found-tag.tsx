import Camera from "lucide-react/icons/camera";
import { lazy, Suspense, useEffect, useState } from "react";
import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { PartMissing } from "#app/platform/ui/connection/part-missing.tsx";
import { ArrowForward } from "#app/platform/ui/direction-icon.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Dialog } from "#app/platform/ui/overlays/dialog.tsx";
import { Spinner } from "#app/platform/ui/spinner.tsx";

const QrCamera = lazy(() =>
  import("./qr-camera.tsx").then(
    ({ QrCamera }) => ({ default: QrCamera }),
    () => ({ default: PartMissing }),
  ),
);

const exampleCode = "7K3M-9QXR-2VHT";

/** Fragment of the page's address with which the camera opens at once. */
const cameraMark = "#camera";

/** Button that scans a code with the camera, where there is one. */
function CameraButton() {
  const t = useT();
  const [hasCamera, setHasCamera] = useState<boolean | null>(null);
  const [isOpen, setOpen] = useState(false);
  // Known only in the browser; until then the button's space is reserved to avoid layout shift.
  useEffect(() => {
    const isThere = Boolean(navigator.mediaDevices?.getUserMedia);
    setHasCamera(isThere);
    setOpen(isThere && location.hash === cameraMark);
  }, []);
  if (hasCamera === false) return null;
  return (
    <Dialog
      title={t("pages.camera.title")}
      description={t("pages.camera.text")}
      closeLabel={t("form.close")}
      size="sm"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button
          type="button"
          variant="ghost"
          icon={<Camera />}
          className={hasCamera === null ? "invisible noscript:hidden" : undefined}
        >
          {t("pages.camera.open")}
        </Button>
      }
    >
      <Suspense fallback={<Spinner className="mx-auto size-8" />}>
        <QrCamera />
      </Suspense>
    </Dialog>
  );
}

/**
 * Form that opens the page of an entered tag code; a plain GET, so it works without JavaScript. With JavaScript the
 * camera can scan it too: here, or from another page on the page for it.
 */
function CodeBox({ isMain }: { isMain: boolean }) {
  const t = useT();
  return (
    <form action={href("/t")} method="get" className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
      <Field label={t("pages.home.found.code")} hint={t("pages.home.found.hint", { code: exampleCode })}>
        <TextInput
          name="code"
          required
          ltr
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          enterKeyHint="go"
          className="uppercase placeholder:normal-case"
        />
      </Field>
      <div className="flex flex-wrap gap-3 sm:mt-7.5">
        <Button type="submit" variant={isMain ? "main" : "ghost"} iconEnd={<ArrowForward />}>
          {t("pages.home.found.open")}
        </Button>
        {isMain ? (
          <CameraButton />
        ) : (
          <ButtonLink to={href("/t") + cameraMark} variant="ghost" icon={<Camera />} className="noscript:hidden">
            {t("pages.camera.open")}
          </ButtonLink>
        )}
      </div>
    </form>
  );
}

/** Section where a finder enters a tag's code. */
export function FoundTag({ level = 2 }: { level?: 1 | 2 }) {
  const t = useT();
  const Heading = `h${level}` as const;
  return (
    <section id="found" className="wrap scroll-mt-28">
      <Card
        tone="sun"
        pad="none"
        className="grid items-center overflow-hidden md:grid-cols-[1fr_300px] lg:grid-cols-[1fr_380px]"
      >
        <div className="grid gap-5 p-6 md:p-10">
          <div>
            <Heading className="text-xl">{t("pages.home.found.title")}</Heading>
            <p className="mt-1.5 max-w-[54ch] text-ink-2">{t("pages.home.found.text")}</p>
          </div>
          <CodeBox isMain={level === 1} />
        </div>
        <ScanDrawing className="w-full self-end px-6 max-md:hidden" />
      </Card>
    </section>
  );
}
