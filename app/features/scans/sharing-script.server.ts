/** What the sharing part of the finder's page says as it goes. */
export interface SharingWords {
  waiting: string;
  seen: string;
  /** With `{time}` for the hour and minute. */
  last: string;
  noSignal: string;
  denied: string;
  stopped: string;
  stopKept: string;
  ended: string;
  failed: string;
}

/**
 * Lets a phone share where it is: every ten seconds or fifteen metres a place goes into the phone's own keeping and from
 * there to the family, so that a tunnel or a reload loses nothing. Only the phone that began goes on by itself.
 */
export function sharingScript(words: SharingWords): string {
  const say = JSON.stringify(words).replaceAll("<", "\\u003c");
  return `(()=>{const s=document.getElementById("share");if(!s||!navigator.geolocation)return;
const w=${say},u=s.dataset.to,k="share "+u,$=n=>s.querySelector("[data-"+n+"]"),G=navigator.geolocation;
let end=s.dataset.left>0?Date.now()+ +s.dataset.left:0,watch=null,busy=false,last=null,why="",tick=0,mem="{}";
const read=()=>{try{return JSON.parse(localStorage.getItem(k))||{}}catch{return JSON.parse(mem)}},keep=v=>{mem=JSON.stringify(v);try{localStorage.setItem(k,mem)}catch{}};
const tell=(t,bad)=>{const p=$("said");if(p.textContent!==t)p.textContent=t;p.className=bad?"note bad":"told";p.hidden=!t};
const show=()=>{const on=end>0,m=Math.max(0,Math.ceil((end-Date.now())/1e3));$("offer").hidden=on;$("running").hidden=!on;$("left").textContent=Math.floor(m/60)+":"+String(m%60).padStart(2,"0")};
const post=async v=>{const r=await fetch(u,{method:"POST",headers:{accept:"application/json"},body:new URLSearchParams(v)});if(r.status>499||r.status===429)throw r;return{status:r.status,...await r.json()}};
const heard=r=>{if(r.lastAt)$("last").textContent=w.last.replace("{time}",new Date(r.lastAt).toLocaleTimeString("en-GB",{hour:"2-digit",minute:"2-digit"}));if(r.isRunning)end=Date.now()+r.left};
const finish=t=>{end=0;if(watch!==null)G.clearWatch(watch);watch=null;tell(t);show()};
const near=(a,b)=>Math.hypot((a.latitude-b.latitude)*111320,(a.longitude-b.longitude)*111320*Math.cos(a.latitude*Math.PI/180))<15;
const flush=async()=>{if(busy)return;const m=read(),some=(m.places||[]).slice(0,200);if(!some.length&&!m.stop)return;busy=true;
try{if(some.length){const r=await post({intent:"places",sentAt:Date.now(),places:JSON.stringify(some)}),now=read();keep({...now,places:(now.places||[]).filter(p=>!some.some(q=>q.at===p.at))});if(r.status===200){heard(r);if(end&&!m.stop)tell(w.seen)}else if(r.status!==400&&end)finish(w.ended)}
if(read().stop&&!(read().places||[]).length){await post({intent:"stop"});keep({});finish(why||w.stopped)}}
catch{tell(read().stop?w.stopKept:w.noSignal,true)}finally{busy=false}};
const take=p=>{if(!end)return;const c=p.coords,n={at:Date.now(),latitude:c.latitude,longitude:c.longitude,accuracy:Math.min(c.accuracy||0,1e5)};if(last&&n.at-last.at<1e4&&near(n,last))return;last=n;const m=read();keep({...m,places:[...(m.places||[]),n].slice(-400)});flush()};
const lost=e=>{if(e.code===1){tell(w.denied,true);if(end){why=w.denied}if(end){keep({...read(),stop:true});flush()}}};
const options={enableHighAccuracy:true,maximumAge:5e3,timeout:3e4};
const awake=()=>{if(end&&document.visibilityState==="visible")navigator.wakeLock?.request("screen").catch(()=>{})};
const go=()=>{if(watch===null)watch=G.watchPosition(take,lost,options);tell(w.waiting);show();awake()};
const begin=async(minutes,first)=>{try{const r=await post({intent:"start",minutes});why="";if(r.error)return tell(r.error,true);keep({mine:true,places:[]});last=null;heard(r);go();if(first)take(first)}catch{tell(w.failed,true)}finally{$("offer").inert=false}};
$("offer").onsubmit=e=>{e.preventDefault();const minutes=e.submitter.value;$("offer").inert=true;tell(w.waiting);G.getCurrentPosition(p=>begin(minutes,p),x=>{if(x.code===1){$("offer").inert=false;lost(x)}else begin(minutes)},{...options,timeout:1e4})};
$("stop").onsubmit=e=>{e.preventDefault();keep({...read(),stop:true});finish(w.stopKept);flush()};
addEventListener("online",flush);document.addEventListener("visibilitychange",awake);
setInterval(()=>{if(end&&Date.now()>=end){finish(w.ended)}if(end)show();if(++tick%5===0)flush();if(end&&last&&watch!==null&&tick%30===0&&Date.now()-last.at>25e3)G.getCurrentPosition(take,()=>{},options)},1e3);
s.hidden=false;show();const m=read();if(m.stop)flush();else if(end&&m.mine)go();else if(m.places)flush()})()`;
}
