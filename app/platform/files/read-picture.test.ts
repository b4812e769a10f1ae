import sharp from "sharp";
import { expect, test } from "vitest";
import { readPicture } from "./read-picture.server.ts";

const jpeg = await sharp({ create: { width: 32, height: 20, channels: 3, background: "#b9763a" } })
  .jpeg()
  .toBuffer();

/** Pictures that are not done before they are told to be. */
function holdUp() {
  const open: (() => void)[] = [];
  let most = 0;
  const read = () =>
    readPicture(jpeg, "photo", async () => {
      await new Promise<void>((done) => {
        open.push(done);
        most = Math.max(most, open.length);
      });
      return "read";
    });
  return { read, open, mostAtOnce: () => most };
}

test("two pictures are read at a time, twenty wait, and who comes then is asked to come again", async () => {
  const { read, open, mostAtOnce } = holdUp();
  const waiting = Array.from({ length: 22 }, read);
  await expect(read()).rejects.toMatchObject({
    code: "form.photosBusy",
    status: 503,
    field: "photo",
    params: { seconds: 10 },
  });
  for (let done = 0; done < 22; done++) {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()!();
  }
  expect(await Promise.all(waiting)).toEqual(Array(22).fill("read"));
  expect(mostAtOnce()).toBe(2);
});

test("a picture that cannot be read hands its turn on, and afterwards there is room for as many as before", async () => {
  const damaged = Array.from({ length: 22 }, () => readPicture(jpeg.subarray(0, 60), "photo", async () => "read"));
  const ends = await Promise.allSettled(damaged);
  expect(ends.map(({ status }) => status)).toEqual(Array(22).fill("rejected"));
  const { read, open } = holdUp();
  const all = Array.from({ length: 22 }, read);
  for (let done = 0; done < 22; done++) {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()!();
  }
  expect(await Promise.all(all)).toHaveLength(22);
});
