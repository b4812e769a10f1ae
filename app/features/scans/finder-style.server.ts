const light =
  "--paper:#fbf9f5;--surface:#fff;--sunken:#f3efe7;--line:#e6dfd2;--edge:#8d8672;--ink:#1d2a29;--ink2:#51605e;--brand:#0e6b64;--brandink:#fff;--brandsoft:#dff1ec;--branddeep:#084843;--sun:#f6a821;--sunink:#2b1c00;--lost:#c22e1c;--lostsoft:#fde7e2;--ok:#1a7340;--oksoft:#e0f4e6";
const dark =
  "--paper:#0f1716;--surface:#172120;--sunken:#1f2b29;--line:#2a3735;--edge:#6f807c;--ink:#eef3f1;--ink2:#b4c1be;--brand:#4cc2b1;--brandink:#04211d;--brandsoft:#12332f;--branddeep:#8fe0d3;--sun:#ffbe4d;--sunink:#2b1c00;--lost:#ff8a76;--lostsoft:#3d1610;--ok:#6fd398;--oksoft:#10311d";

/** All the style a finder's page has, inlined so that the first answer is the whole page. Logical sides only. */
export const finderStyle = `:root{${light};color-scheme:light dark}@media(prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box;margin:0}html{background:var(--sunken);-webkit-text-size-adjust:100%}
body{font:400 17px/1.55 system-ui,"Segoe UI",Roboto,"Noto Sans Arabic",Tahoma,sans-serif;color:var(--ink);background:var(--sunken)}
html[lang=ar] body{line-height:1.75}
main{max-inline-size:480px;margin-inline:auto;min-block-size:100vh;background:var(--paper);display:flex;flex-direction:column}
@media(min-width:560px){main{min-block-size:0;margin-block:28px;border-radius:28px;overflow:hidden;box-shadow:0 12px 40px rgb(0 0 0/.12)}}
h1{font-size:34px;line-height:1.2;font-weight:700;text-wrap:balance;overflow-wrap:anywhere}h2{font-size:20px;line-height:1.3;font-weight:650}
html[lang=ar] h1{line-height:1.4}p,dd{overflow-wrap:anywhere}
.photo{position:relative;aspect-ratio:4/3;background:var(--brandsoft);overflow:hidden}.photo.low{aspect-ratio:auto;block-size:210px}.photo img,.photo>svg{position:absolute;inset:0;inline-size:100%;block-size:100%;object-fit:cover}
.sheet{position:relative;display:grid;gap:16px;padding:24px;background:var(--paper)}.photo+.sheet{margin-block-start:-26px;border-start-start-radius:28px;border-start-end-radius:28px}
.top{display:flex;justify-content:space-between;align-items:flex-start;gap:12px}
.chip.code{justify-self:start;font-weight:650;letter-spacing:.04em}.chips{display:flex;flex-wrap:wrap;gap:8px;padding:0;list-style:none}.chip{display:inline-flex;align-items:center;padding:4px 13px;border-radius:99px;background:var(--sunken);color:var(--ink2);font-size:14px;font-weight:550;text-decoration:none}.chip.b{background:var(--brandsoft);color:var(--branddeep)}
a.chip{min-block-size:44px;padding-inline:16px;flex:none}
.told{display:flex;gap:10px;align-items:center;padding:12px 16px;border-radius:16px;background:var(--oksoft);color:var(--ok);font-size:15px;font-weight:600}
.told svg{flex:none}.note{padding:14px 16px;border-radius:16px;background:var(--sunken);font-size:16px}.note.bad,.urgent{background:var(--lostsoft);border-inline-start:4px solid var(--lost)}.urgent{padding:14px 16px;border-radius:16px}
.btn,summary{display:flex;align-items:center;justify-content:center;gap:8px;inline-size:100%;min-block-size:54px;padding:10px 22px;border-radius:99px;border:1.5px solid transparent;font-family:inherit;font-size:17px;font-weight:650;line-height:1.3;text-align:center;text-decoration:none;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}.lost{background:var(--lost);color:var(--surface);font-size:20px;min-block-size:62px}.chip.r{background:var(--lostsoft);color:var(--lost)}.sun{background:var(--sun);color:var(--sunink);font-size:20px;min-block-size:62px}.ghost{border-color:var(--edge);background:var(--surface);color:var(--ink)}.brand{background:var(--brand);color:var(--brandink)}
details[open]>summary{border-end-start-radius:0;border-end-end-radius:0;border-start-start-radius:22px;border-start-end-radius:22px}
.box{display:grid;gap:14px;padding:18px;background:var(--surface);border:1.5px solid var(--line);border-block-start:0;border-end-start-radius:22px;border-end-end-radius:22px}
.hero{display:grid;place-items:center;padding:34px 24px 8px;background:var(--brandsoft)}.hero svg{block-size:150px}.hero+.sheet{border-start-start-radius:28px;border-start-end-radius:28px;margin-block-start:-20px}.card{display:grid;gap:14px;padding:20px;background:var(--surface);border:1px solid var(--line);border-radius:20px}
label{display:block;font-size:15px;font-weight:600;margin-block-end:5px}.hint{font-size:14px;color:var(--ink2)}.btn+.hint{margin-block-start:8px}
input,textarea,select{inline-size:100%;min-block-size:50px;padding:11px 14px;border-radius:12px;border:1.5px solid var(--edge);background:var(--surface);color:var(--ink);font:inherit}textarea{min-block-size:84px;resize:vertical;field-sizing:content}
input:placeholder-shown{direction:inherit}input.ltr{direction:ltr;text-align:start}html[dir=rtl] input.ltr{text-align:end}
.err{color:var(--lost);font-size:14px;font-weight:600;margin-block-start:5px}
:focus-visible{outline:3px solid var(--brand);outline-offset:3px}
a{color:var(--brand)}.small{font-size:14px;color:var(--ink2)}.small a{font-weight:650}dl{display:grid;gap:12px}dt{font-size:14px;font-weight:600;color:var(--ink2)}dd{margin:0;white-space:pre-line}
.steps{list-style:none;padding:0}.steps li{display:grid;grid-template-columns:26px 1fr auto;gap:12px;padding-block-end:20px;position:relative}.steps li:not(:last-child)::before{content:"";position:absolute;inset-block:24px 0;inset-inline-start:12px;inline-size:2px;background:var(--line)}
.dot{inline-size:26px;block-size:26px;border-radius:50%;display:grid;place-items:center;font-size:14px;background:var(--sunken);border:2px solid var(--edge);z-index:1}.done .dot{background:var(--ok);border-color:var(--ok);color:var(--paper)}.now .dot{background:var(--sun);border-color:var(--sun);color:var(--sunink)}.now{font-weight:650}.next{color:var(--ink2)}
.talk{display:grid;gap:10px}.msg{max-inline-size:88%;padding:11px 15px;border-radius:18px;background:var(--surface);border:1px solid var(--line);white-space:pre-line;overflow-wrap:anywhere;justify-self:start;border-end-start-radius:4px}.msg.me{justify-self:end;background:var(--brandsoft);border-color:transparent;border-end-end-radius:4px;border-end-start-radius:18px}.msg b{display:block;font-size:14px}
iframe{border:0;inline-size:100%;block-size:430px;background:transparent}.plain,.plain body{background:var(--paper)}.plain main{max-inline-size:none;margin:0;box-shadow:none;border-radius:0;min-block-size:0}.plain .sheet{padding:4px}
[hidden]{display:none!important}.foot{padding:0 24px 32px;margin-block-start:auto}
@media(prefers-reduced-motion:no-preference){.told{animation:in .5s .15s both}@keyframes in{from{opacity:0;transform:translateY(6px)}}}`.replaceAll(
  "\n",
  "",
);
