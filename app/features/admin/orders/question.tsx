import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Dialog } from "#app/platform/ui/overlays/dialog.tsx";

interface QuestionProps {
  title: ReactNode;
  text: ReactNode;
  /** Page without the question, which closing the dialog leads to. */
  back: string;
  /** Form with the answers. */
  children: ReactNode;
}

/** Dialog that the page's URL asks for; a card without JavaScript. */
export function Question({ title, text, back, children }: QuestionProps) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <>
      <noscript>
        <Card as="section" tone="sun" className="mb-4">
          <CardHeader title={title} text={text} />
          {children}
        </Card>
      </noscript>
      <Dialog
        open
        onOpenChange={() => navigate(back, { replace: true, preventScrollReset: true })}
        size="sm"
        title={title}
        description={text}
        closeLabel={t("form.cancel")}
      >
        {children}
      </Dialog>
    </>
  );
}
