import { attachedName } from "../../files/attachment.ts";
import { showToast } from "./toaster.tsx";

/** Posts a form and saves the returned file; shows an error's text in a toast, or `failed` if it has none. */
export async function downloadAnswer(address: string, body: FormData | undefined, failed: string): Promise<void> {
  try {
    const answer = await fetch(address, { method: "POST", ...(body && { body }) });
    if (!answer.ok) {
      const message = answer.headers.get("content-type")?.startsWith("text/plain") ? await answer.text() : failed;
      showToast({ type: "error", title: message });
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = attachedName(answer.headers.get("content-disposition")) ?? "file";
    link.click();
    URL.revokeObjectURL(link.href);
  } catch {
    showToast({ type: "error", title: failed });
  }
}
