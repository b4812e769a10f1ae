import Copy from "lucide-react/icons/copy";
import { useTranslation } from "react-i18next";
import { Button } from "#app/platform/ui/button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";

/** A link in a field that cannot be edited, and a button that copies it. */
export function LinkField({ link }: { link: string }) {
  const { t } = useTranslation();
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      showToast({ type: "success", title: t("pets.share.copied") });
    } catch {
      // Not allowed, or the page is not served over https.
      showToast({ type: "error", title: t("common.error.general") });
    }
  }
  return (
    <>
      <div className="min-w-0 flex-[1_1_16rem]">
        <TextInput readOnly ltr value={link} aria-label={t("pets.share.link")} />
      </div>
      <Button variant="ghost" icon={<Copy aria-hidden />} onClick={copy}>
        {t("pets.share.copy")}
      </Button>
    </>
  );
}
