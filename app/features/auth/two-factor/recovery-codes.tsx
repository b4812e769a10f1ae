import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { signInNameOf } from "#app/features/users/users.rules.ts";
import { Button, ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";

/** Recovery codes, shown only once, with three ways to save them; without JavaScript only the file. */
export function RecoveryCodes({ codes, page }: { codes: string[]; page: string }) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const text = [`${t("twoFactor.codes.file")}: ${user ? signInNameOf(user) : ""}`, "", ...codes, ""].join("\r\n");
  async function copy() {
    await navigator.clipboard.writeText(text);
    showToast({ type: "success", title: t("twoFactor.codes.copied") });
  }
  return (
    <Card as="section" className="grid gap-5">
      <CardHeader title={t("twoFactor.codes.head")} />
      <Notice tone="sun">{t("twoFactor.codes.text")}</Notice>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-2 gap-y-2 rounded-1 bg-sunken px-2 py-5 text-center font-semibold tabular-nums">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            <Ltr>{code}</Ltr>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="aleef-recovery-codes.txt"
          className={buttonClass({ variant: "ghost" })}
        >
          <Download aria-hidden className="size-5" />
          {t("twoFactor.codes.download")}
        </a>
        {awake && (
          <>
            <Button variant="ghost" icon={<Copy aria-hidden />} onClick={() => void copy()}>
              {t("twoFactor.codes.copy")}
            </Button>
            <Button variant="ghost" icon={<Printer aria-hidden />} onClick={() => window.print()}>
              {t("twoFactor.codes.print")}
            </Button>
          </>
        )}
      </div>
      <ButtonLink to={page} className="justify-self-start">
        {t("twoFactor.codes.done")}
      </ButtonLink>
    </Card>
  );
}
