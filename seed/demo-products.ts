import type { ProductForm } from "#app/features/admin/products/manage-products.server.ts";

export type Picture = [name: string, altEn: string, altAr: string];

/** Products of the demo store, in order of creation. The store lists the last one first. */
export const demoProducts: (ProductForm & { stock: number; pictures: Picture[] })[] = [
  {
    sku: "ALF-BOWL",
    nameEn: "Folding travel bowl",
    nameAr: "وعاء سفر قابل للطي",
    descriptionEn:
      "Half a litre of water wherever you are, two centimetres flat in your bag.\n\nFood-safe silicone, dishwasher-proof, with a loop for the leash.",
    descriptionAr:
      "نصف لتر من الماء أينما كنت، وسمكه سنتيمتران في حقيبتك.\n\nسيليكون آمن للطعام، يُغسل في غسالة الأطباق، وله حلقة تعلَّق في المقود.",
    category: "accessories",
    priceCents: 1190,
    widthMm: 130,
    stock: 34,
    options: [{ name: "color", values: ["marigold", "teal"] }],
    pictures: [
      ["bowl-marigold", "Marigold folding bowl, open and filled with water", "وعاء برتقالي مفتوح ومملوء بالماء"],
      ["bowl-flat", "The same bowl folded flat", "الوعاء نفسه مطويًا"],
      ["bowl-teal", "Folding bowl in teal", "وعاء قابل للطي باللون التركوازي"],
    ],
  },
  {
    sku: "ALF-STICKERS",
    nameEn: "QR sticker set of four",
    nameAr: "طقم أربعة ملصقات QR",
    descriptionEn:
      "For the carrier, the bowl, the car window: each sticker has a code of its own that leads to your pet's page.\n\nWeatherproof for two years and more.",
    descriptionAr:
      "لحقيبة الحمل والوعاء ونافذة السيارة: لكل ملصق رمز خاص به يفتح صفحة أليفك.\n\nيتحمل الطقس سنتين وأكثر.",
    category: "accessories",
    priceCents: 590,
    widthMm: 40,
    stock: 120,
    pictures: [["stickers", "Four QR stickers in four colors", "أربعة ملصقات QR بأربعة ألوان"]],
  },
  {
    sku: "ALF-HUSH",
    nameEn: "Tag silencer, three pieces",
    nameAr: "حلقة مانعة للرنين، ثلاث قطع",
    descriptionEn:
      "A soft ring around the tag: no more clinking at night, no scratches on the metal. Fits all our tags.",
    descriptionAr: "حلقة ناعمة حول البطاقة: لا رنين في الليل ولا خدوش على المعدن. تناسب كل بطاقاتنا.",
    category: "accessories",
    priceCents: 490,
    widthMm: 38,
    stock: 4,
    pictures: [
      ["hoops", "Three silicone rings in teal, marigold and coral", "ثلاث حلقات سيليكون بثلاثة ألوان"],
      ["hoops-worn", "A silver tag with a marigold ring around it", "بطاقة فضية حولها حلقة برتقالية"],
    ],
  },
  {
    sku: "ALF-CASE",
    nameEn: "Slide-on tag case",
    nameAr: "حافظة بطاقة تنزلق على الطوق",
    descriptionEn:
      "Holds the tag flat against the collar, where nothing dangles and nothing catches. For collars up to 30 mm wide.",
    descriptionAr: "تثبّت البطاقة على الطوق فلا تتدلى ولا تعلق بشيء. للأطواق حتى عرض 30 مم.",
    category: "accessories",
    priceCents: 750,
    widthMm: 46,
    stock: 60,
    isNew: true,
    options: [{ name: "color", values: ["black", "teal"] }],
    pictures: [
      ["case-black", "A black case with a tag on a marigold collar", "حافظة سوداء فيها بطاقة على طوق برتقالي"],
      ["case-teal", "A teal case on a brown collar", "حافظة تركوازية على طوق بني"],
    ],
  },
  {
    sku: "ALF-LEASH",
    nameEn: "Rope leash, 180 cm",
    nameAr: "مقود حبل، 180 سم",
    descriptionEn:
      "Soft in the hand, strong enough for a husky who has seen a cat. Stitched ends and a steel clip that does not freeze shut.",
    descriptionAr: "ناعم في اليد، وقوي بما يكفي لكلب هاسكي رأى قطة. أطراف مخيطة ومشبك فولاذي لا يعلق.",
    category: "leashes",
    priceCents: 1650,
    widthMm: 1800,
    stock: 22,
    options: [{ name: "color", values: ["teal", "coral", "brown"] }],
    pictures: [
      ["leash-teal", "Teal rope leash with steel clip", "مقود حبل تركوازي بمشبك فولاذي"],
      ["leash-coral", "The leash in coral", "المقود باللون المرجاني"],
      ["leash-brown", "The leash in brown", "المقود باللون البني"],
    ],
  },
  {
    sku: "ALF-CAT",
    nameEn: "Cat collar with safety buckle",
    nameAr: "طوق قطط بمشبك أمان",
    descriptionEn:
      "Opens by itself when it gets caught on a branch. Twelve grams light, with a bell that the birds will thank you for.",
    descriptionAr: "ينفتح وحده إذا علق في غصن. وزنه 12 جرامًا فقط، وبه جرس ستشكرك عليه الطيور.",
    category: "collars",
    priceCents: 990,
    stock: 41,
    options: [{ name: "color", values: ["marigold", "teal"] }],
    pictures: [
      ["cat-marigold", "Narrow marigold cat collar with a bell", "طوق قطط برتقالي رفيع بجرس"],
      ["cat-teal", "The cat collar in teal", "طوق القطط باللون التركوازي"],
    ],
  },
  {
    sku: "ALF-LEATHER",
    nameEn: "Leather collar",
    nameAr: "طوق جلد طبيعي",
    descriptionEn:
      "Vegetable-tanned leather that gets better with every walk, stitched by hand, with a solid steel buckle.",
    descriptionAr: "جلد مدبوغ بمواد نباتية يزداد جمالًا مع كل نزهة، مخيط يدويًا، بإبزيم من الفولاذ المصمت.",
    category: "collars",
    priceCents: 1950,
    stock: 0,
    options: [
      { name: "color", values: ["brown", "black"] },
      { name: "size", values: ["s", "m", "l"] },
    ],
    pictures: [
      ["leather-brown", "Brown leather collar with a gold tag", "طوق جلد بني ببطاقة ذهبية"],
      ["leather-black", "Black leather collar with a silver tag", "طوق جلد أسود ببطاقة فضية"],
    ],
  },
  {
    sku: "ALF-NYLON",
    nameEn: "Reflective collar",
    nameAr: "طوق عاكس للضوء",
    descriptionEn: "Two reflective threads light up in every headlight. Dries in minutes, closes with one click.",
    descriptionAr: "خيطان لامعان يعكسان ضوء كل سيارة. يجف في دقائق ويُغلق بنقرة واحدة.",
    category: "collars",
    priceCents: 1290,
    salePriceCents: 990,
    stock: 58,
    isBestseller: true,
    options: [
      { name: "color", values: ["coral", "marigold", "navy"] },
      { name: "size", values: ["s", "m", "l", "xl"] },
    ],
    pictures: [
      [
        "nylon-coral",
        "Coral collar with two reflective stripes and a silver tag",
        "طوق مرجاني بخطين عاكسين وبطاقة فضية",
      ],
      ["nylon-marigold", "The reflective collar in marigold", "الطوق العاكس باللون البرتقالي"],
      ["nylon-navy", "The reflective collar in navy", "الطوق العاكس باللون الكحلي"],
    ],
  },
  {
    sku: "ALF-PAW",
    nameEn: "Enamel paw tag",
    nameAr: "بطاقة بصمة المخلب المطلية بالمينا",
    descriptionEn: "The classic tag in bright enamel with a paw on its front. NFC and QR, engraved on request.",
    descriptionAr: "البطاقة الكلاسيكية بمينا لامعة وبصمة مخلب على وجهها. NFC وQR، وتُنقش عند الطلب.",
    category: "tags",
    priceCents: 1790,
    widthMm: 32,
    stock: 27,
    isNew: true,
    options: [
      { name: "color", values: ["teal", "navy"] },
      { name: "engraving", maxLength: 20 },
    ],
    pictures: [
      ["paw-teal", "Round teal enamel tag with a paw", "بطاقة مستديرة تركوازية عليها بصمة مخلب"],
      ["paw-navy", "The enamel tag in navy", "البطاقة باللون الكحلي"],
      ["paw-back", "Front in navy and back with QR code in teal", "الوجه كحلي والظهر تركوازي برمز QR"],
    ],
  },
  {
    sku: "ALF-SMART",
    nameEn: "Smart collar",
    nameAr: "الطوق الذكي",
    descriptionEn:
      "Tag, light and collar in one: NFC and QR for finders, a light ring you can see from 300 metres, waterproof to two metres.\n\nThe battery lasts six weeks and charges in one hour.",
    descriptionAr:
      "بطاقة وضوء وطوق في قطعة واحدة: NFC وQR لمن يجد أليفك، وحلقة ضوء تُرى من 300 متر، ومقاوم للماء حتى عمق مترين.\n\nتدوم البطارية ستة أسابيع وتُشحن في ساعة.",
    category: "collars",
    priceCents: 4900,
    stock: 18,
    isFeatured: true,
    isBestseller: true,
    options: [
      { name: "color", values: ["teal", "black", "coral"] },
      { name: "size", values: ["s", "m", "l", "xl"] },
    ],
    pictures: [
      ["smart-teal", "Teal smart collar with its light ring", "طوق ذكي تركوازي بحلقة ضوئه"],
      ["smart-black", "The smart collar in black", "الطوق الذكي باللون الأسود"],
      ["smart-coral", "The smart collar in coral", "الطوق الذكي باللون المرجاني"],
    ],
  },
  {
    sku: "ALF-CLASSIC",
    nameEn: "Classic tag",
    nameAr: "البطاقة الكلاسيكية",
    descriptionEn:
      "Stainless steel, 32 mm, six grams. Any phone reads it by touch or by camera, and you know within seconds.\n\nNo battery, no subscription. Engraved free of charge on the back.",
    descriptionAr:
      "ستانلس ستيل، 32 مم، ستة جرامات. يقرؤها أي هاتف بالتقريب أو بالكاميرا، ويصلك تنبيه خلال ثوانٍ.\n\nبلا بطارية وبلا اشتراك. والنقش على الظهر مجاني.",
    category: "tags",
    priceCents: 1499,
    widthMm: 32,
    stock: 140,
    isFeatured: true,
    options: [
      { name: "color", values: ["silver", "teal", "coral"] },
      { name: "engraving", maxLength: 24 },
    ],
    pictures: [
      ["classic-silver", "Round steel tag with a heart", "بطاقة فولاذية مستديرة عليها قلب"],
      ["classic-on-dog", "The tag on a medium-sized dog, to scale", "البطاقة على كلب متوسط الحجم، بمقياسها الحقيقي"],
      ["classic-back", "The back of the tag with its QR code", "ظهر البطاقة برمز QR"],
      ["classic-teal", "The tag in teal", "البطاقة باللون التركوازي"],
      ["classic-coral", "The tag in coral", "البطاقة باللون المرجاني"],
      ["classic-enamel", "The tag in teal and coral", "البطاقة بالتركوازي والمرجاني"],
      ["classic-worn", "The tag on a teal collar", "البطاقة على طوق تركوازي"],
    ],
  },
  {
    sku: "ALF-GOLD",
    nameEn: "Gold tag",
    nameAr: "البطاقة الذهبية",
    descriptionEn:
      "Steel under a layer of 18-carat gold that neither sea nor sand wears off. NFC and QR, with free engraving in English or Arabic.",
    descriptionAr:
      "فولاذ تكسوه طبقة من الذهب عيار 18 لا يزيلها بحر ولا رمل. NFC وQR، مع نقش مجاني بالعربية أو الإنجليزية.",
    category: "tags",
    priceCents: 2999,
    salePriceCents: 2499,
    widthMm: 32,
    stock: 36,
    isFeatured: true,
    isBestseller: true,
    options: [
      { name: "color", values: ["gold", "rose"] },
      { name: "engraving", maxLength: 24 },
    ],
    pictures: [
      ["gold-front", "Round gold tag with a heart", "بطاقة ذهبية مستديرة عليها قلب"],
      ["gold-on-cat", "The gold tag on a cat, to scale", "البطاقة الذهبية على قطة، بمقياسها الحقيقي"],
      ["rose-front", "The tag in rose gold", "البطاقة باللون الذهبي الوردي"],
      ["gold-rose", "The tag in gold and, from behind, in rose gold", "البطاقة بالذهبي، ومن الخلف بالذهبي الوردي"],
      ["gold-worn", "The gold tag on a navy collar", "البطاقة الذهبية على طوق كحلي"],
    ],
  },
];
