import type { TipId } from "./tip-subjects.rules.ts";

export const tipTextsEn: Record<TipId, { title: string; text: string }> = {
  pavement: {
    title: "Test the pavement with your hand",
    text: "Lay the back of your hand on the asphalt. If you can't keep it there for seven seconds, it is too hot for paws. Walk at dawn or after sunset, on grass or in the shade.",
  },
  parkedCar: {
    title: "Never in a parked car",
    text: "In the sun a closed car turns into an oven within minutes, even with a window open. Let your pet wait at home, in the shade, with water.",
  },
  seaDay: {
    title: "A day at the sea",
    text: "Bring fresh water and an umbrella, and call your dog away when it drinks from the waves. Rinse salt and sand out of the coat before the ride home.",
  },
  ticks: {
    title: "Five fingers after every walk",
    text: "In spring ticks wait in the grass. Feel along ears, neck, armpits and between the toes. Ask your vet which protection suits your dog.",
  },
  sniffing: {
    title: "Let your dog read the news",
    text: "Ten minutes of sniffing tire a dog more than a long march. Choose one walk a day on which the nose leads the way.",
  },
  puppyFirstWeeks: {
    title: "One small adventure a day",
    text: "A lift, an umbrella, a man with a hat: what a puppy meets calmly now will not frighten it later. Short, friendly, with a treat, and home before it gets too much.",
  },
  puppyTeeth: {
    title: "Something to chew on",
    text: "New teeth itch. Offer chew toys, a wet knotted towel from the fridge, and put your shoes away. Puppies can't tell old ones from new ones.",
  },
  homeAlone: {
    title: "Learning to be alone",
    text: "Start with one minute behind the door and come back before your dog complains. Add a little each day. No big farewell, no big reunion.",
  },
  ribs: {
    title: "Feel the ribs",
    text: "You should feel your dog's ribs under a thin layer, without pressing. If you have to search for them, ask your vet how much food is right.",
  },
  oldJoints: {
    title: "Gentle ways for old legs",
    text: "A rug on smooth tiles, a step before the sofa, two short walks instead of a long one. If getting up is hard, tell your vet: there is often something to ease it.",
  },
  dryCoat: {
    title: "Home through the rain",
    text: "Rub your dog dry after a wet walk, the belly and the paws too. Thin and short-haired dogs are glad of a coat on cold mornings.",
  },
  warmEngine: {
    title: "Knock before you start",
    text: "On cold nights cats sleep on warm engines. A knock on the bonnet before you start the car gives them time to leave.",
  },
  balcony: {
    title: "A net for the balcony",
    text: "Cats do fall, when a pigeon lands or a fly passes. A simple net on balcony and windows lets your cat enjoy the air safely.",
  },
  waterBowls: {
    title: "Many bowls, more drinking",
    text: "Cats drink little. Set up several wide bowls, away from the food and the litter tray, and add a spoon of water to the meal on hot days.",
  },
  kittenHands: {
    title: "Hands are not prey",
    text: "What is sweet at two months hurts at two years. Play with a feather on a string, and stop calmly when teeth touch skin.",
  },
  kittenRoom: {
    title: "One room to begin with",
    text: "A kitten's first days are easier in one quiet room with a bed, a tray, water and a box to hide in. Open the door when its tail goes up.",
  },
  litterTray: {
    title: "One tray for each cat, and one more",
    text: "Put them in quiet places, not next to the food, and scoop daily. A clean cat that suddenly goes elsewhere is telling you something: ask your vet.",
  },
  scratching: {
    title: "A better place for claws",
    text: "A tall, steady scratching post next to the sofa works better than one in the corner. Rub a little catnip on it and praise the first scratch.",
  },
  oldCat: {
    title: "Comfort for an old cat",
    text: "A tray with a low edge, a warm bed on the ground floor of its world, and help with brushing where it can no longer reach.",
  },
  catScale: {
    title: "Weigh your cat once a month",
    text: "Step on the scales once with the cat and once without. In an old cat a slow change says more than any look. Write it down, and show your vet.",
  },
  brushing: {
    title: "Brush while the coat changes",
    text: "In spring and autumn a few minutes of brushing a day keep hair off your sofa and out of your cat's stomach.",
  },
  lilies: {
    title: "No lilies in the vase",
    text: "All parts of a lily are poisonous to cats, even the water in the vase. Choose roses, and call your vet right away if a cat has nibbled on one.",
  },
  ribbons: {
    title: "Ribbons and threads away",
    text: "After the presents, collect ribbons, balloons and threads. Cats swallow them in play, and getting them out again is no game.",
  },
  draught: {
    title: "Warm, and out of the draught",
    text: "Birds can cope with cool air, but not with draughts. Move the cage away from windows and doors, and cover three sides of it at night.",
  },
  birdHeat: {
    title: "Shade and a bath",
    text: "A bird that holds its wings away and breathes with its beak open is too hot. Give shade and a shallow bath, never the full sun of a balcony. If it doesn't recover soon, call your vet.",
  },
  fumes: {
    title: "No smoke near small lungs",
    text: "Incense, oud, sprays and overheated non-stick pans can be deadly for birds. Air the room, and keep the cage far from the kitchen.",
  },
  birdMoult: {
    title: "New feathers need rest",
    text: "A moulting bird sleeps more and sings less. Offer a bath and varied food, and let it be. Bare patches aren't normal: show them to your vet.",
  },
  seeds: {
    title: "Seeds alone are not a meal",
    text: "Offer something fresh each day: coriander, carrot, a slice of apple without pips. Never avocado or chocolate. Ask your vet what suits your bird.",
  },
  firstFlight: {
    title: "Before the first flight",
    text: "Close the windows, draw the curtain so the bird can see where the glass is, turn off the fan and cover every pot and glass of water.",
  },
  birdNight: {
    title: "Ten hours of dark",
    text: "Birds need long, quiet nights. When the family stays up late, put the cage into a dark room and keep its hours.",
  },
  oldBird: {
    title: "Lower perches for an old bird",
    text: "Set the perches lower and nearer to each other, and wrap one in soft cotton. Old feet will thank you.",
  },
  hay: {
    title: "Hay comes first",
    text: "Rabbits and guinea pigs need hay all day long, for teeth and stomach. Pellets and fruit are the side dish. One that stops eating must see a vet the same day.",
  },
  coolBottle: {
    title: "A cold bottle to lie next to",
    text: "Freeze a bottle of water, wrap it in a cloth and put it in the cage. Small furry animals choose for themselves how near they want to be.",
  },
  winterSleep: {
    title: "Ask before hibernation",
    text: "Not every tortoise should hibernate, and a thin or young one must not. Have it looked at by your vet before the cold comes.",
  },
  childrenAndPets: {
    title: "Near the floor, in both hands",
    text: "A young rabbit or hamster that jumps from an arm may hurt itself. Sit on the floor, hold it with both hands, and let it come to you.",
  },
  teethAndNails: {
    title: "Teeth and nails",
    text: "In old rabbits and rodents they grow too long without being noticed. Look once a week, and let your vet show you how to trim nails.",
  },
  ramadanRhythm: {
    title: "Your nights change, theirs don't have to",
    text: "In Ramadan keep the hours of food and walks as they were, or move them by a quarter of an hour a day. Late guests are easier with a quiet room to go to.",
  },
  holidayLeftovers: {
    title: "The feast stays on the table",
    text: "Cooked bones splinter, fat upsets the stomach, and onion and chocolate are poisonous. Ask your guests kindly not to share, and keep the bin closed.",
  },
  fireworks: {
    title: "A den against the bang",
    text: "Before the fireworks, walk early, close windows and curtains, turn on music, and offer a place to hide. Stay near. If your pet is very frightened, ask your vet well in advance.",
  },
  tightCollar: {
    title: "Collar, lead and tag before a loud night",
    text: "Frightened animals run far. Check that two fingers, not three, fit under the collar, that the lead holds, and that the tag opens the right page.",
  },
  dustDays: {
    title: "When the khamsin blows",
    text: "On dusty days keep windows closed and walks short, and wipe eyes and paws with a damp cloth. Breathing that sounds different is for your vet.",
  },
  tryTag: {
    title: "Try your tag once",
    text: "Scan it with a friend's phone before you need it. You'll see what a stranger sees, and what alert you get.",
  },
  freshPhoto: {
    title: "A new photo each season",
    text: "Coats change, puppies grow. One clear picture from the front and one from the side help anyone looking for your pet.",
  },
  yearlyVisit: {
    title: "See the vet while all is well",
    text: "Animals hide what hurts. Ask your vet how often yours should be looked at, and let Aleef remind you.",
  },
};
