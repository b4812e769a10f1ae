import type { MatchInput } from "#app/features/lost-found/matching-reason.rules.ts";
import { createRandom } from "#tests/pet-pictures.ts";

/** A generated report. A lost and a found report with the same `animal` are a pair. */
export interface MadeReport extends MatchInput {
  id: number;
  animal: number;
  latitude: number | null;
  longitude: number | null;
}

// Spellings of each value; finders often write in the other language.
const colors = [
  ["white", "أبيض", "بيضا", "ابيض", "White"],
  ["black", "أسود", "سودا", "اسود", "Black"],
  ["grey", "gray", "رمادي", "رصاصى", "رماديه"],
  ["brown", "بني", "بنى", "Brown"],
  ["ginger", "orange", "مشمشي", "برتقالى", "مشمشيه"],
  ["golden", "ذهبي", "دهبى", "اصفر", "yellow"],
  ["beige", "cream", "بيج", "كريمى"],
  ["tabby", "مخططه", "مقلم", "striped"],
];
const mixed = ["mixed", "baladi", "بلدي", "بلدى", "street"];
const breeds = {
  cat: [
    ["Persian", "شيرازي", "شيرازى", "shirazi"],
    ["Siamese", "سيامي", "سيامى"],
    ["British", "بريتش", "Scottish fold", "سكوتش فولد"],
    ["Turkish Angora", "أنجورا", "انجورا"],
  ],
  dog: [
    ["Husky", "هاسكي", "هاسكى", "Siberian husky"],
    ["German Shepherd", "جيرمن شيبرد", "جيرمن", "german shephard"],
    ["Golden Retriever", "جولدن", "جولدين ريتريفر", "golden retriver"],
    ["Labrador", "لابرادور", "lab"],
    ["Rottweiler", "روت وايلر", "روتوايلر"],
    ["Pitbull", "بيتبول", "pit bull"],
    ["Griffon", "جريفون", "grifon"],
    ["Pekingese", "بكيني", "بكينيز"],
  ],
};
const marks = [
  ["red collar", "طوق أحمر", "كولر احمر"],
  ["blue collar", "طوق ازرق", "كولر أزرق"],
  ["a bell", "جرس"],
  ["scar on the nose", "ندبة على الانف", "جرح في المناخير"],
  ["cut ear", "ودن مقطوعه", "أذن مقطوعة"],
  ["white paws", "كفوف بيضا", "white socks"],
  ["limps", "بيعرج", "تعرج", "limping"],
  ["blind in one eye", "عين عمياء", "blind eye"],
  ["short tail", "ديل قصير", "ذيل قصير"],
  ["shy", "خوافه", "scared of people"],
  ["very friendly", "ودوده جدا", "friendly"],
  ["long hair", "شعر طويل"],
];

const center = { latitude: 30.05, longitude: 31.25 };
const degreeKm = 111.2;
const days = 180;
const start = Date.UTC(2026, 4, 1);
/** Time at which the data is evaluated. */
export const madeNow = new Date(start + (days + 60) * 86_400_000);

/** The true properties of an animal. */
interface Animal {
  type: "dog" | "cat";
  colors: number[];
  breed: number | null;
  size: number;
  sex: "male" | "female";
  age: number;
  marks: number[];
  chip: string | null;
  habit: "indoor" | "outdoor" | "shy" | "friendly";
}

/**
 * Generates reports around one city over half a year. Of every ten reports, six form pairs (an animal reported lost by
 * its owner and found by a stranger) and four have no counterpart. Half of the animals are strays without a breed.
 * Distances and delays within pairs follow published quantiles (Huang 2018: 75 % of cats that stay indoors within 137 m,
 * of those that go out within 1,609 m, half of all each; Petco Love Lost: 66 % within a mile; Lord 2007: median 2 days
 * for dogs, 5 for cats) and are drawn log-normally, which differs from the kernel used for scoring. Owners say whether
 * their cat goes out; dogs go equally far, whatever their owner says of them, because no figures are published. Reporters omit fields, make mistakes and typos, and write in either language.
 */
export function makeReports(count: number, seed = 7): MadeReport[] {
  const random = createRandom(seed);
  const chance = (share: number) => random() < share;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

  function slip(text: string): string {
    return text
      .split(" ")
      .map((word) => {
        if (word.length < 5 || !chance(0.06)) return word;
        const at = 1 + Math.floor(random() * (word.length - 2));
        return chance(0.5)
          ? word.slice(0, at) + word.slice(at + 1)
          : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
      })
      .join(" ");
  }

  function animal(): Animal {
    const type = chance(0.5) ? "dog" : "cat";
    return {
      type,
      colors: [...new Set(Array.from({ length: chance(0.5) ? 2 : 1 }, () => Math.floor(random() * colors.length)))],
      breed: chance(0.5) ? null : Math.floor(random() * breeds[type].length),
      size: Math.floor(random() * 3),
      sex: chance(0.5) ? "male" : "female",
      age: 0.3 + random() ** 2 * 14,
      marks: [...new Set(Array.from({ length: Math.floor(random() * 4) }, () => Math.floor(random() * marks.length)))],
      habit: type === "cat" ? pick(["indoor", "outdoor"]) : pick(["shy", "friendly"]),
      chip: chance(0.15) ? `8180981${String(Math.floor(random() * 1e8)).padStart(8, "0")}` : null,
    };
  }

  /** Returns a description of an animal. Owners know more than finders and make fewer mistakes. */
  function described(one: Animal, isOwner: boolean): MatchInput {
    const missing = isOwner ? 0.12 : 0.3;
    const wrong = isOwner ? 0.02 : 0.12;
    const orOmitted = <T>(value: T): T | null => (chance(missing) ? null : value);
    const kinds = breeds[one.type];
    const shownBreed = chance(wrong) ? (chance(0.5) ? null : Math.floor(random() * kinds.length)) : one.breed;
    const shownColors = one.colors.map((color) => (chance(wrong) ? Math.floor(random() * colors.length) : color));
    const seenMarks = one.marks.filter(() => chance(isOwner ? 0.9 : 0.6));
    const size = chance(wrong * 1.5) ? Math.min(2, Math.max(0, one.size + pick([-1, 1]))) : one.size;
    return {
      type: one.type,
      breed: orOmitted(slip(shownBreed === null ? pick(mixed) : pick(kinds[shownBreed]!))),
      color: orOmitted(slip(shownColors.map((color) => pick(colors[color]!)).join(chance(0.5) ? " and " : " و "))),
      size: orOmitted((["small", "medium", "large"] as const)[size]!),
      sex: orOmitted(chance(wrong * 0.7) ? (one.sex === "male" ? "female" : "male") : one.sex),
      age: orOmitted(isOwner ? one.age : Math.max(0.2, one.age * Math.exp(normal() * 0.45))),
      marks: seenMarks.length ? slip(seenMarks.map((mark) => pick(marks[mark]!)).join(", ")) : null,
      microchip: one.chip && (isOwner || chance(0.3)) ? one.chip : null,
      habit: isOwner ? orOmitted(one.habit) : null,
    };
  }

  function somewhere() {
    const [far, angle] = [Math.sqrt(random()) * 22, random() * 2 * Math.PI];
    return moved(center, far, angle);
  }
  function moved(from: typeof center, km: number, angle: number) {
    return {
      latitude: from.latitude + (km / degreeKm) * Math.cos(angle),
      longitude: from.longitude + ((km / degreeKm) * Math.sin(angle)) / Math.cos((from.latitude * Math.PI) / 180),
    };
  }

  const reports: MadeReport[] = [];
  function report(kind: "lost" | "found", number: number, one: Animal, at: number, place: typeof center) {
    const pin = chance(0.04)
      ? { latitude: null, longitude: null }
      : moved(place, 0.15 * Math.abs(normal()), random() * 7);
    const day = chance(0.1) ? at + pick([-1, 1]) * 86_400_000 * 0.8 : at;
    reports.push({
      id: reports.length,
      animal: number,
      kind,
      ...described(one, kind === "lost"),
      at: new Date(day),
      ...pin,
    });
  }

  for (let number = 0; reports.length < count; number++) {
    const one = animal();
    const [at, home] = [start + random() * days * 86_400_000, somewhere()];
    const fate = random();
    if (fate < 3 / 7 || fate >= 5 / 7) report("lost", number, one, at, home);
    if (fate < 3 / 7) {
      const [middle, spread] = one.type === "dog" ? [2, 1.3] : [5, 1.2];
      const [km, wide] = one.type === "dog" ? [1, 1.15] : [one.habit === "indoor" ? 0.061 : 0.716, 1.2];
      const place = moved(home, km * Math.exp(normal() * wide), random() * 2 * Math.PI);
      report("found", number, one, at + middle * Math.exp(normal() * spread) * 86_400_000, place);
    } else if (fate < 5 / 7) report("found", number, one, at, home);
  }
  return reports;
}
