// A finder who uses the camera in the page would be stuck, above all after refusing access to it.
import encodeQR from "qr";
import { expect, phone, test } from "./fixtures.ts";

/** Replaces the camera by one that shows a picture with this QR code. */
function fakeCamera(svg: string) {
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 480, height: 480 });
    const brush = canvas.getContext("2d") as CanvasRenderingContext2D;
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await picture.decode();
    setInterval(() => {
      brush.fillStyle = "#fff";
      brush.fillRect(0, 0, 480, 480);
      brush.drawImage(picture, 60, 60, 360, 360);
    }, 100);
    return canvas.captureStream(10);
  };
}

test("a finder scans a tag with the camera in the page", async ({ visitor, t, app }) => {
  const page = await visitor(phone);
  await page.addInitScript(fakeCamera, encodeQR(`${app.url}/t/DEMO-LINKED`, "svg"));
  await page.goto("/t");
  await page.getByRole("button", { name: t("pages.camera.open") }).click();
  await page.waitForURL(/\/tag\/DEMO-LINKED/);
});

test("a finder scans a tag from the home page in one press", async ({ visitor, t, app }) => {
  const page = await visitor(phone);
  await page.addInitScript(fakeCamera, encodeQR(`${app.url}/t/DEMO-LINKED`, "svg"));
  await page.goto("/");
  await page.getByRole("link", { name: t("pages.camera.open") }).click();
  await page.waitForURL(/\/tag\/DEMO-LINKED/);
});

test("tells that a foreign QR code is not ours and keeps scanning", async ({ visitor, t }) => {
  const page = await visitor(phone);
  await page.addInitScript(fakeCamera, encodeQR("https://bank.example/login", "svg"));
  await page.goto("/t");
  await page.getByRole("button", { name: t("pages.camera.open") }).click();
  await expect(page.getByRole("status").filter({ hasText: t("pages.camera.foreign") })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/t");
});

test("offers alternatives when access to the camera is denied", async ({ visitor, t }) => {
  const page = await visitor(phone);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
  });
  await page.goto("/t");
  await page.getByRole("button", { name: t("pages.camera.open") }).click();
  await expect(page.getByText(t("pages.camera.refusedText"))).toBeVisible();
});
