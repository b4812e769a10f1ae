// One person who uploads many huge pictures would make every other owner wait.
import { expect, test } from "vitest";
import { plainJpeg, plainPicture } from "#tests/plain-picture.ts";
import { pngOf } from "#tests/png.ts";
// Allows our own SVG to be decoded.
import "./drawn-picture.server.ts";
import { type PictureSender, readPicture } from "./read-picture.server.ts";

const jpeg = await plainJpeg(32, 20);

const busy = { code: "errors.photosBusy", status: 503, field: "photo", params: { seconds: 10 } };
const owner = (number: number) => ({ id: `owner ${number}` });
const guest = (network: number) => ({ address: `198.51.${network}.7` });

/** Starts decodings that only finish on demand. */
function startBlockedReads() {
  const open: (() => void)[] = [];
  const begun: PictureSender[] = [];
  let most = 0;
  const read = (sender: PictureSender) =>
    readPicture(jpeg, sender, "photo", async () => {
      begun.push(sender);
      await new Promise<void>((done) => {
        open.push(done);
        most = Math.max(most, open.length);
      });
      return "read";
    });
  const finish = async (pictures: number) => {
    for (let left = pictures; left > 0; left--) {
      await expect.poll(() => open.length).toBe(1);
      open.pop()!();
    }
  };
  return { read, finish, begun, maxAtOnce: () => most };
}

test("decodes one image at a time, lets twenty wait and rejects further ones with 503", async () => {
  const { read, finish, maxAtOnce } = startBlockedReads();
  const waiting = Array.from({ length: 21 }, (_, number) => read(owner(number)));
  await expect(read(owner(21))).rejects.toMatchObject(busy);
  await finish(21);
  expect(await Promise.all(waiting)).toEqual(Array(21).fill("read"));
  expect(maxAtOnce()).toBe(1);
});

test("one account has at most three waiting images, so that another owner's is soon decoded", async () => {
  const { read, finish, begun } = startBlockedReads();
  const many = Array.from({ length: 22 }, () => read(owner(1)));
  const refused = Promise.allSettled(many);
  const other = read(owner(2));
  await finish(5);
  expect(await other).toBe("read");
  expect(begun).toEqual([1, 1, 1, 1, 2].map(owner));
  const ends = await refused;
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(ends[4]).toMatchObject({ reason: busy });
  const again = [read(owner(1)), read(owner(1))];
  await finish(2);
  expect(await Promise.all(again)).toEqual(["read", "read"]);
});

test("guests come after owners, fill at most half of the queue, and share three slots per network", async () => {
  const { read, finish, begun } = startBlockedReads();
  const first = [read(owner(1))];
  const guests = [read(guest(0)), read({ address: "198.51.0.8" }), read(guest(0))];
  await expect(read(guest(0))).rejects.toMatchObject(busy);
  for (let network = 1; network < 8; network++) guests.push(read(guest(network)));
  await expect(read(guest(9))).rejects.toMatchObject(busy);
  const late = Array.from({ length: 10 }, (_, number) => read(owner(2 + number)));
  await finish(21);
  await Promise.all([...first, ...guests, ...late]);
  const owners = Array.from({ length: 11 }, (_, number) => owner(1 + number));
  expect(begun.slice(0, 11)).toEqual(owners);
  expect(begun.slice(11, 14)).toEqual([guest(0), { address: "198.51.0.8" }, guest(0)]);
});

test("an unreadable image frees its slot", async () => {
  const damaged = Array.from({ length: 21 }, (_, number) =>
    readPicture(jpeg.subarray(0, 60), owner(number), "photo", async () => "read"),
  );
  const ends = await Promise.allSettled(damaged);
  expect(ends.map(({ status }) => status)).toEqual(Array(21).fill("rejected"));
  const { read, finish } = startBlockedReads();
  const all = Array.from({ length: 21 }, (_, number) => read(owner(number)));
  await finish(21);
  expect(await Promise.all(all)).toHaveLength(21);
});

test.each([
  [1, 39_000_000],
  [39_000_000, 1],
  [16_401, 1_000],
  [100, 2_001],
])("rejects an image of %s × %s before decoding it", async (width, height) => {
  await expect(
    readPicture(pngOf(width, height, height * (1 + Math.ceil(width / 8))), owner(1), "photo", async () => "read"),
  ).rejects.toMatchObject({
    code: "errors.photoTooLong",
    status: 413,
    field: "photo",
  });
});

test("accepts an image twenty times as long as wide", async () => {
  const strip = await plainPicture(100, 2_000).png().toBuffer();
  expect(await readPicture(strip, owner(1), "photo", async () => "read")).toBe("read");
});

test.each(["<!--ftyp-->", "<?xmftyp?>", "RIFF<!--WEBP-->", "\u00ff\u00d8\u00ff", "\u0000\u0000\u0000\u0018ftypavif"])(
  "an SVG that begins with %j reaches no decoder of SVG",
  async (head) => {
    const svg = `${head}<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>`;
    const read = readPicture(Buffer.from(svg, "latin1"), owner(99), "photo", async () => "read");
    // The decoder would have found it to be too large.
    await expect(read).rejects.toMatchObject({ code: "form.photoNotImage" });
  },
);
