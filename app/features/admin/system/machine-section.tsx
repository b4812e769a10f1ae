import type { ReactNode } from "react";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { type Description, DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

/** Section of the system page: a warning, if any, and facts. */
export function MachineSection({
  title,
  warning,
  items,
  action,
}: {
  title: string;
  warning?: string | false;
  items: Description[];
  action?: ReactNode;
}) {
  return (
    <Card as="section">
      <CardHeader title={title} action={action} />
      {warning && (
        <Notice tone="sun" className="mb-4">
          {warning}
        </Notice>
      )}
      <DescriptionList items={items} />
    </Card>
  );
}

const gigabyte = 1024 ** 3;
const megabyte = 1024 ** 2;

/** Formats a number of bytes. */
export function Size({ bytes }: { bytes: number }) {
  const [unit, name] = bytes < gigabyte ? [megabyte, "MB"] : [gigabyte, "GB"];
  return <Ltr>{`${(bytes / unit).toFixed(2)} ${name}`}</Ltr>;
}
