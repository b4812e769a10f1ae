import type { ShownLine } from "#app/features/orders/order-lines.tsx";
import { cancelReasons, isFinal, maxLengths } from "#app/features/orders/orders.rules.ts";
import type { OrderView } from "#app/features/orders/orders.server.ts";
import { listNextSteps } from "#app/features/orders/returns.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";

const waiting = { return: "orders.admin.returnFirst", cash: "orders.admin.collectFirst" } as const;

interface StatusCardProps extends Pick<OrderView, "order" | "returns"> {
  lines: readonly ShownLine[];
}

/** Card with the status changes that the order allows, the fields that each requires, and what else it waits for. */
export function StatusCard({ order, returns, lines }: StatusCardProps) {
  const t = useT();
  const { moves, waitsFor } = listNextSteps(order, returns);
  const isDone = moves.length === 0 && waitsFor.length === 0;
  const tags = lines.filter(({ petName, replacedCode }) => petName !== null || replacedCode !== null);
  return (
    <Card as="section" tone={isDone ? "sunken" : "brand"} className="print:hidden">
      <CardHeader title={t("orders.admin.next")} />
      {(isDone ? (["orders.admin.done"] as const) : waitsFor.map((one) => waiting[one])).map((key) => (
        <p key={key} className="text-sm text-ink-2">
          {t(key)}
        </p>
      ))}
      <div className="grid gap-6 empty:hidden">
        {moves.map((to) => (
          <AppForm intent="move" values={{ orderId: order.id, to }} key={to} className="grid gap-4">
            {to === "shipped" && (
              <>
                {tags.map((line) => (
                  <Field
                    key={line.id}
                    label={
                      line.petName
                        ? t("orders.admin.codesFor", { name: `\u2068${line.petName}\u2069` })
                        : t("orders.inPlaceOf", { code: `\u2066${line.replacedCode}\u2069` })
                    }
                    hint={t("orders.admin.codesHint", { count: line.quantity })}
                  >
                    <TextInput name={`codes.${line.id}`} ltr autoComplete="off" autoCapitalize="characters" required />
                  </Field>
                ))}
                <Field label={t("orders.tracking")} mark={t("form.optional")}>
                  <TextInput
                    name="trackingNumber"
                    defaultValue={order.trackingNumber ?? ""}
                    maxLength={maxLengths.tracking}
                    ltr
                    autoComplete="off"
                  />
                </Field>
              </>
            )}
            {isFinal(to) ? (
              <>
                {to === "cancelled" && (
                  <Field label={t("orders.admin.cancelReason")}>
                    <NativeSelect
                      name="cancelReason"
                      defaultValue={order.status === "shipped" ? "refusedAtDoor" : "other"}
                    >
                      <Options values={cancelReasons} label={(one) => t(`orders.cancelReasons.${one}`)} />
                    </NativeSelect>
                  </Field>
                )}
                {order.status !== "pending" && <Checkbox name="isDamaged" label={t("orders.admin.damaged")} />}
                <Field label={t("orders.admin.note")} mark={t("form.optional")}>
                  <TextInput name="note" maxLength={maxLengths.note} dir="auto" />
                </Field>
                <ConfirmDialog
                  trigger={
                    <Button type="submit" variant="ghost" className="justify-self-start">
                      {t(`orders.admin.moves.${to}`)}
                    </Button>
                  }
                  title={t("orders.admin.moveTitle", { status: t(`orders.statuses.${to}`) })}
                  description={t("orders.admin.moveText")}
                  cancelLabel={t("orders.keep")}
                />
              </>
            ) : (
              <SubmitButton className="justify-self-start">{t(`orders.admin.moves.${to}`)}</SubmitButton>
            )}
          </AppForm>
        ))}
      </div>
    </Card>
  );
}
