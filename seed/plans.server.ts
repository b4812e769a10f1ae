import type { PaidPlan } from "#app/features/plans/plans.rules.ts";
import { getPlanSettings, updatePlanSettings } from "#app/features/plans/plans.server.ts";
import { approveRequest } from "#app/features/plans/review/decide-requests.server.ts";
import { requestUpgrade } from "#app/features/plans/upgrade-requests/upgrade-requests.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { renderPicture } from "#app/platform/files/drawn-picture.server.ts";

/** Renders a proof of payment that looks like a photo of a banking app. */
async function proof(amount: string, color: string): Promise<File> {
  const line = (y: number, width: number) =>
    `<rect x="40" y="${y}" width="${width}" height="14" rx="7" fill="#d9e2e0"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="390" height="780">
    <rect width="390" height="780" fill="#f4f7f6"/><rect width="390" height="150" fill="${color}"/>
    <circle cx="195" cy="150" r="54" fill="#fff"/><path d="M168 150l20 20 36-40" fill="none" stroke="${color}" stroke-width="12"/>
    <text x="195" y="290" font-family="sans-serif" font-size="46" font-weight="700" text-anchor="middle" fill="#12302d">${amount}</text>
    ${[360, 410, 460, 540].map((y, at) => line(y, [310, 220, 270, 160][at] ?? 200)).join("")}
  </svg>`;
  const bytes = await renderPicture(svg, null);
  return new File([new Uint8Array(bytes)], "payment.png", { type: "image/png" });
}

interface DemoRequest {
  plan: PaidPlan;
  months: 1 | 6 | 12;
  paymentMethod: "instapay" | "wallet";
  reference: string;
  notes: string;
  proof: File;
}

async function ask(ctx: AppContext, person: Actor, wish: DemoRequest): Promise<string> {
  const { prices } = await getPlanSettings(ctx);
  return requestUpgrade(ctx, person, { ...wish, seenCents: prices[wish.plan][wish.months] });
}

/** Payment details of the demo; these accounts do not exist. */
export const demoPayTo = {
  instapay: "aleef@instapay",
  bankTransfer: "Banque Misr · 1234 5678 9012",
  wallet: "+20 100 000 0000",
};

/** Creates an active plan, a pending upgrade request and the payment details. */
export async function seedPlans(ctx: AppContext, owner: Actor, finder: Actor, admin: Actor): Promise<void> {
  await updatePlanSettings(ctx, admin, { ...(await getPlanSettings(ctx)), payTo: demoPayTo });
  const paid = await ask(ctx, owner, {
    plan: "comfort",
    months: 12,
    paymentMethod: "instapay",
    reference: "IPN-4471-2093",
    notes: "Sent from my Banque Misr account.",
    proof: await proof("$26.99", "#0f766e"),
  });
  await approveRequest(ctx, admin, paid);
  await ask(ctx, finder, {
    plan: "rescue-plus",
    months: 1,
    paymentMethod: "wallet",
    reference: "VF-88120",
    notes: "حوّلت المبلغ من محفظة أخي.",
    proof: await proof("$5.99", "#b91c1c"),
  });
}
