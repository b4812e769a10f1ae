/**
 * Stems of the most common passwords in published leak statistics, letters only. A password whose letters, after
 * replacing look-alike characters, equal a stem is as guessable as the stem itself: `P@ssw0rd1!` is `password`.
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

/** Other entries of public lists that the password rule would accept: keyboard walks and oddities. */
const listedPasswords = new Set(
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

/** Returns the letters of a word after replacing look-alike characters. */
const replaceLookAlikes = (word: string) =>
  [...word]
    .map((character) => lookAlikes[character] ?? character)
    .join("")
    .replace(/[^\p{L}]+/gu, "");

/** Whether a password is one of the most common, possibly extended with digits, special characters or a year. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  const bare = lower.replace(/[^\p{L}]+/gu, "");
  const headed = lower.replace(/(?<!\P{L})\P{L}+$/u, "");
  if (bare.length === 0 || listedPasswords.has(lower)) return true;
  if (new Set([...lower]).size <= 3) return true;
  // A leading character may stand for a letter, as in `4dmin`, or be decoration.
  return [bare, replaceLookAlikes(headed), replaceLookAlikes(headed.replace(/^[^\p{L}@$]+/u, ""))].some((word) =>
    stems.has(word),
  );
}
