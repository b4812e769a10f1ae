import { eq } from "drizzle-orm";
import { createReportConversation } from "#app/features/lost-found/conversations/report-conversations.server.ts";
import { createGuestReport, createReport } from "#app/features/lost-found/publish-reports.server.ts";
import { confirmReport, resolveReport } from "#app/features/lost-found/report-states.server.ts";
import type { ReportForm } from "#app/features/lost-found/reports.forms.server.ts";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { type AppContext, Clock } from "#app/platform/app-context.server.ts";
import { hourMs } from "#app/platform/durations.rules.ts";
import { addRenditions } from "#app/platform/files/photos.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { readRenditions } from "./pictures/encoded-photos.ts";

interface DemoReport extends Omit<ReportForm, "seenAt"> {
  hoursAgo: number;
  by: "owner" | "finder" | "guest";
  language: Language;
  /** Name of its picture (`pictures/animal-pictures.ts`); null for a report without one. */
  picture: string | null;
  /** Whether and how it came home. */
  home?: { afterHours: number; thanks: string };
}

/** Reports of the last two weeks in Cairo, Giza, Alexandria and Port Said, in two languages. */
const board: DemoReport[] = [
  {
    kind: "lost",
    type: "cat",
    petName: "Mishmish",
    breed: "Baladi",
    colors: ["orange", "white"],
    size: "small",
    gender: "male",
    age: "young",
    marks: "White tip on the tail, no collar",
    hiddenMark: "A small notch in the left ear, seen only from behind",
    area: "Maadi, Cairo",
    latitude: 29.9602,
    longitude: 31.2569,
    description:
      "He slipped out through the kitchen balcony during the storm. He hides under cars and answers to dry food.",
    additionalInfo: "Please do not chase him. Sit down and shake a bag of food.",
    reward: "3000 EGP",
    contactName: "Mona",
    picture: "report-mishmish",
    hoursAgo: 9,
    by: "owner",
    language: "en",
  },
  {
    kind: "lost",
    type: "dog",
    petName: "سيمبا",
    breed: "جولدن ريتريفر",
    colors: ["golden"],
    size: "large",
    gender: "male",
    age: "adult",
    marks: "طوق أزرق وندبة صغيرة على الأنف",
    area: "مصر الجديدة، القاهرة",
    latitude: 30.0911,
    longitude: 31.3231,
    description: "خاف من الألعاب النارية وجرى ناحية ميدان الكوربة. ودود مع الناس ويحب الأطفال.",
    reward: "5000 جنيه",
    showReward: true,
    picture: "report-simba",
    hoursAgo: 30,
    by: "finder",
    language: "ar",
  },
  {
    kind: "found",
    type: "dog",
    breed: "Husky mix",
    colors: ["grey", "white"],
    size: "large",
    gender: "female",
    area: "Sheikh Zayed, Giza",
    description: "Walked up to us at the club gate, thirsty and gentle. She is in our garden and eats well.",
    picture: "report-husky",
    hoursAgo: 20,
    by: "guest",
    language: "en",
  },
  {
    kind: "found",
    type: "cat",
    breed: "شيرازي",
    colors: ["white"],
    size: "small",
    area: "سموحة، الإسكندرية",
    description: "قطة بيضاء هادئة وجدتها عند باب العمارة، تبدو معتادة على البيوت. هي عندي وبخير.",
    picture: "report-white-cat",
    hoursAgo: 44,
    by: "guest",
    language: "ar",
  },
  {
    kind: "sighting",
    type: "dog",
    colors: ["brown", "white"],
    size: "medium",
    area: "Zamalek, Cairo",
    description: "A brown dog with a white chest, limping a little, walked along the Nile towards the bridge.",
    picture: "report-brown-dog",
    hoursAgo: 5,
    by: "guest",
    language: "en",
  },
  {
    kind: "lost",
    type: "bird",
    petName: "كوكي",
    breed: "كوكتيل",
    colors: ["grey", "yellow"],
    size: "small",
    area: "المنتزه، الإسكندرية",
    description: "طار من الشباك ويصفر لحن «حلوة يا بلدي». ينزل على اليد إذا ناديته باسمه.",
    picture: "report-cockatiel",
    hoursAgo: 70,
    by: "finder",
    language: "ar",
  },
  {
    kind: "sighting",
    type: "cat",
    colors: ["black"],
    area: "الدقي، الجيزة",
    description: "قطة سوداء صغيرة بطوق أحمر تختبئ تحت السيارات أمام الصيدلية.",
    picture: null,
    hoursAgo: 15,
    by: "guest",
    language: "ar",
  },
  {
    kind: "found",
    type: "other",
    otherType: "Tortoise",
    colors: ["green", "brown"],
    size: "small",
    area: "6th of October, Giza",
    description: "Crossing the compound road as if it had an appointment.",
    picture: "report-tortoise",
    hoursAgo: 96,
    by: "guest",
    language: "en",
  },
  {
    kind: "lost",
    type: "dog",
    petName: "Bella",
    breed: "Griffon",
    colors: ["cream"],
    size: "small",
    gender: "female",
    age: "senior",
    area: "Port Said",
    latitude: 31.2565,
    longitude: 32.2841,
    description: "An old lady who hears little. She was last seen by the ferry.",
    picture: "report-bella",
    home: { afterHours: 190, thanks: "The ferryman kept her warm all night. Thank you all!" },
    hoursAgo: 200,
    by: "owner",
    language: "en",
  },
  {
    kind: "lost",
    type: "cat",
    petName: "سمسم",
    colors: ["grey"],
    size: "small",
    gender: "male",
    age: "young",
    area: "مصر الجديدة، القاهرة",
    description: "خرج من باب الشقة أثناء نقل الأثاث. يختبئ في الحدائق الصغيرة حول العمارات.",
    picture: "report-simsim",
    home: { afterHours: 26, thanks: "وجده حارس العمارة المجاورة نائمًا في الحديقة. شكرًا لكل من بحث معنا." },
    hoursAgo: 260,
    by: "finder",
    language: "ar",
  },
  {
    kind: "lost",
    type: "dog",
    petName: "Max",
    breed: "Baladi",
    colors: ["black"],
    size: "medium",
    gender: "male",
    age: "adult",
    area: "Nasr City, Cairo",
    description: "Ran off when a tyre burst next to him. Friendly once he calms down.",
    picture: "report-max",
    home: { afterHours: 5, thanks: "A baker scanned his tag and gave him water until we came." },
    hoursAgo: 280,
    by: "finder",
    language: "en",
  },
];

/** Creates reports by several people, all but one with a picture, one with a conversation and three resolved. */
export async function seedReports(ctx: AppContext, owner: Actor, finder: Actor): Promise<void> {
  const now = ctx.clock.now().getTime();
  const ids: string[] = [];
  for (const [at, { hoursAgo, by, language, picture, home, ...form }] of board.entries()) {
    const seenAt = new Date(now - hoursAgo * hourMs);
    const then = { ...ctx, clock: new Clock(() => new Date(seenAt.getTime() + 1_800_000)) };
    const from = { address: `198.51.${at}.9`, language };
    if (by === "guest") {
      const id = await createGuestReport(then, { ...form, seenAt, guestEmail: `guest${at}@aleef.test` }, from);
      await confirmReport(then, { guestOf: id });
      ids.push(id);
    } else {
      const reporter = by === "owner" ? owner : finder;
      const id = await createReport(then, reporter, { ...form, seenAt }, from);
      ids.push(id);
      if (!home) continue;
      const later = { ...ctx, clock: new Clock(() => new Date(seenAt.getTime() + home.afterHours * hourMs)) };
      await resolveReport(later, reporter, id, { resolution: "nearby", thanks: home.thanks });
    }
  }
  for (const [at, { picture }] of board.entries()) {
    if (!picture) continue;
    const photoId = await addRenditions(ctx.files, await readRenditions(ctx.settings.root, picture));
    await ctx.db
      .update(lostFoundPosts)
      .set({ photos: [photoId] })
      .where(eq(lostFoundPosts.id, ids[at]!));
  }
  const [mishmish] = ids;
  const passerBy = { address: "203.0.113.44", language: "en", actor: null } as const;
  const seen = "I think I saw him behind the bakery on Road 9 this morning, orange with a white tip.";
  await createReportConversation(
    ctx,
    mishmish!,
    { body: seen, name: "Hala", claimedMark: "one ear has a little cut" },
    passerBy,
  );
}
