import { chromium } from "@playwright/test";
const url="http://localhost:4821";
const b=await chromium.launch({executablePath:"/usr/bin/chromium-headless-shell",args:["--no-sandbox"]});
for(const lang of ["ar","en"]) for(const w of [390,1280]) for(const scheme of (process.argv[3]==="both"?["light","dark"]:["light"]) as any){
 const c=await b.newContext({baseURL:url,locale:lang==="ar"?"ar-EG":"en-GB",viewport:{width:w,height:w===390?844:900},colorScheme:scheme,reducedMotion:"reduce",serviceWorkers:"block"});
 await c.request.post("/auth",{form:{intent:"signIn",email:process.argv[4]??"owner@aleef.test",password:"Aleef-demo-1"},headers:{origin:url},maxRedirects:0});
 await c.clearCookies({name:"toast"}); await c.addCookies([{name:"preferred-language",value:lang,url}]);
 const page=await c.newPage(); await page.goto(process.argv[2]); await page.waitForTimeout(1200);
 const n=process.argv[2].replace(/\W+/g,"_");
 await page.screenshot({path:`/tmp/ifs/${n}-${lang}-${w}-${scheme}.png`,fullPage:process.argv[5]==="full"});
 console.log(lang,w,await page.evaluate(()=>{const bar=document.querySelector("[data-bar]")?.getBoundingClientRect();const foot=document.querySelector("nav.fixed, [data-foot]")?.getBoundingClientRect();return JSON.stringify({bar,foot,sw:document.documentElement.scrollWidth,h:getComputedStyle(document.documentElement).getPropertyValue("--foot-height")})}));
 await c.close();}
await b.close();
