/**
 * Runs before the first paint, inline and hashed into the policy by the server, so it stays small and depends on
 * nothing: the colour scheme chosen here or by the system, the wish for pages that stand still, whether the cookie notice was accepted, the language of the
 * address. Then the order of what comes: the page as it was built is painted first (a window nobody sees paints nothing: a
 * second is waited for), all styles and its scripts come after that. A browser reads its tables of numbers when the first one is
 * written, for all its pages at once: a worker (public/number-tables.js) has it read them beside the page, which would stand still
 * meanwhile. It is asked for a task before the rest, behind which it would wait for a connection. What is pressed before React has
 * come is kept for it (routing/early-press.ts): a form sent that early would leave for an address that answers no forms.
 */
export const bootScript = `(function(d){var s;try{s=localStorage.getItem('color-scheme');d.dataset.cookies=localStorage.getItem('cookie-notice');
if(localStorage.getItem('motion')==='still')d.dataset.motion='still'}catch(e){}
if(s!=='light'&&s!=='dark')s=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';
d.dataset.theme=s;var l=location.pathname.slice(1,3);if(/^\\/(uk|en|ru)(\\/|$)/.test(location.pathname))d.lang=l;
var go=function(){go=function(){};try{new Worker('/number-tables.js',{name:d.lang})}catch(e){}
setTimeout(function(){document.querySelectorAll('link[rel=later]').forEach(function(l){if(l.as==='style')l.rel='stylesheet';
else if(l.as==='script'){var m=document.createElement('script');m.type='module';m.src=l.href;document.head.append(m)}else l.rel='modulepreload'})})};
document.addEventListener('DOMContentLoaded',function(){setTimeout(function(){go()},1000);
new PerformanceObserver(function(o){if(o.getEntriesByName('first-contentful-paint').length)go()}).observe({type:'paint',buffered:true})});
var p=null,h=function(e){var t=e.target;if(e.type==='submit')e.preventDefault();
else{t=t.closest('button');if(!t||t.form&&t.type==='submit')return}p=t};
addEventListener('submit',h,true);addEventListener('click',h,true);
window.takeEarlyPress=function(){removeEventListener('submit',h,true);removeEventListener('click',h,true);return p}})(document.documentElement)`;
