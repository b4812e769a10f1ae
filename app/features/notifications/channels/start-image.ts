/**
 * Adds the picture that iPhones and iPads show while an app of the Home Screen starts: the icon on the page's ground, in
 * the exact size of this screen. They take no picture of another size, and ignore the manifest's colours; Safari reads
 * the link when the page is added.
 */
export function addStartImage(): void {
  const icon = new Image();
  icon.addEventListener("load", () => {
    const canvas = document.createElement("canvas");
    canvas.width = screen.width * devicePixelRatio;
    canvas.height = screen.height * devicePixelRatio;
    const paint = canvas.getContext("2d");
    if (!paint) return;
    paint.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--color-paper");
    paint.fillRect(0, 0, canvas.width, canvas.height);
    const size = 96 * devicePixelRatio;
    const [left, top] = [(canvas.width - size) / 2, (canvas.height - size) / 2];
    paint.beginPath();
    paint.roundRect(left, top, size, size, size / 4.5);
    paint.clip();
    paint.drawImage(icon, left, top, size, size);
    const link = document.createElement("link");
    link.rel = "apple-touch-startup-image";
    link.href = canvas.toDataURL("image/png");
    document.head.append(link);
  });
  icon.src = "/icon-192.png";
}
