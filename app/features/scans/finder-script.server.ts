/**
 * What a script adds to the page: the visit in the address, so that a tab restored next week is the same visit and not a
 * new alarm; the phone's position after a tap; one press of a button, one post.
 */
export function finderScript(visit: string, words: { locating: string; denied: string; added: string }): string {
  const say = JSON.stringify(words).replaceAll("<", "\\u003c");
  return `(()=>{const w=${say};try{history.replaceState(null,"",location.pathname+"?v=${visit}")}catch{}
for(const b of document.querySelectorAll("[data-locate]")){b.hidden=!("geolocation"in navigator);b.onclick=()=>{const f=b.form,s=f.querySelector("[data-said]"),t=b.textContent;b.disabled=true;b.textContent=w.locating;navigator.geolocation.getCurrentPosition(p=>{f.latitude.value=p.coords.latitude;f.longitude.value=p.coords.longitude;f.accuracy.value=p.coords.accuracy;if(b.dataset.locate==="send")f.requestSubmit();else b.textContent=w.added},()=>{b.disabled=false;b.textContent=t;s.textContent=w.denied;s.hidden=false},{enableHighAccuracy:true,timeout:10000,maximumAge:60000})}}
for(const f of document.forms)f.addEventListener("submit",e=>{if(f.dataset.sent){e.preventDefault();return}f.dataset.sent=1;setTimeout(()=>delete f.dataset.sent,8000)})})()`;
}
