/**
 * Runs before the first paint, inline and allowed by its hash, so it stays small and imports
 * nothing. Sets the colour scheme (chosen here or by the system), reduced motion, whether the
 * cookie notice was accepted, and the language of the address. Saves the last button or form
 * pressed before React has loaded (routing/early-press.ts): a form sent that early would go to an
 * address that accepts no forms.
 */
export const bootScript = `(function(d){var s;try{s=localStorage.getItem('color-scheme');d.dataset.cookies=localStorage.getItem('cookie-notice');
if(localStorage.getItem('motion')==='still')d.dataset.motion='still'}catch(e){}
if(s!=='light'&&s!=='dark')s=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';
d.dataset.theme=s;var l=location.pathname.slice(1,3);if(/^\\/(uk|en|ru)(\\/|$)/.test(location.pathname))d.lang=l;
var p=null,h=function(e){var t=e.target;if(e.type==='submit')e.preventDefault();
else{t=t.closest('button');if(!t||t.form&&t.type==='submit')return}p=t};
addEventListener('submit',h,true);addEventListener('click',h,true);
window.takeEarlyPress=function(){removeEventListener('submit',h,true);removeEventListener('click',h,true);return p}})(document.documentElement)`;
