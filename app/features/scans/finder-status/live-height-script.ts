// Makes the frame of the live part as high as its content, so that no message is cut and no gap is left below.
const frame = window.frameElement as HTMLElement | null;
const maxHeight = 1000;
const setHeight = () => {
  if (frame)
    frame.style.blockSize = `${Math.min(maxHeight, Math.ceil(document.body.getBoundingClientRect().height))}px`;
};
setHeight();
addEventListener("resize", setHeight);
document.fonts?.ready.then(setHeight);
