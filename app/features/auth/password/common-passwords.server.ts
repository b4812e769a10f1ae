/**
 * Stems of the commonest passwords of published leak statistics, letters only. A password whose letters, once look-alike
 * signs are read as letters, are one of them is as guessable as the stem itself: `P@ssw0rd1!` is `password`.
 */
const stems = new Set(
  `password passwort passw pass pwd admin administrator root welcome letmein login master hello qwerty qwertyuiop qwertz
azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qaz wsx abc abcd abcdef iloveyou iloveu loveyou lovely love baby
princess sunshine monkey dragon football soccer baseball basketball superman batman trustno shadow michael jordan
jennifer thomas charlie ashley daniel jessica michelle nicole hunter buster tigger ranger thunder killer pepper ginger
cookie summer winter spring autumn secret freedom whatever starwars computer internet samsung google facebook changeme
default guest test tester testing user demo temp temppass access flower butterfly angel angels chocolate purple orange
banana cheese mustang ferrari mercedes liverpool chelsea arsenal barcelona realmadrid alahly zamalek egypt cairo
mohamed mohammed muhammad ahmed mahmoud mostafa mustafa ibrahim youssef habibi allah bismillah yarab pokemon naruto
blink jesus christ faith blessed family forever friends lucky snoopy bailey max bella luna rocky simba aleef aleefpet
mypet mydog mycat dog cat kitty doggy puppy kitten q w e a p`
    .split(/\s+/)
    .filter(Boolean),
);

/** What public lists hold beside those and what our rule for passwords lets through: keyboard walks and odd favourites. */
const listed = new Set(
  `!qazxsw2 %e2%82%ac 1qaz!qaz pe#5gz29ptzmse chivas#1 doc_0815 feder_1941 fre_ak8yj john!20130605at1753 ka_djkhjsy6
l58jkdjp! mark_963 ncc-1701 nick1234-rem936 p030710p$e4o sasha_007 wapbbs_1 ybrbnf_25 zaq!2wsx`.split(/\s+/),
);

const lookAlikes: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

/** The letters of a word once its look-alike signs are read as letters. */
const readAlike = (word: string) =>
  [...word]
    .map((sign) => lookAlikes[sign] ?? sign)
    .join("")
    .replace(/[^\p{L}]+/gu, "");

/** Whether a password is one of the commonest, or one dressed up with digits, signs or a year at its end. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  const bare = lower.replace(/[^\p{L}]+/gu, "");
  const headed = lower.replace(/(?<!\P{L})\P{L}+$/u, "");
  if (bare.length === 0 || listed.has(lower)) return true;
  if (new Set([...lower]).size <= 3) return true;
  // A sign at the front may be a letter in disguise, as in `4dmin`, or only stand there.
  return [bare, readAlike(headed), readAlike(headed.replace(/^[^\p{L}@$]+/u, ""))].some((word) => stems.has(word));
}
