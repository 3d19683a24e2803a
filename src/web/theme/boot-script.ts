/**
 * Runs before the first paint, inline and hashed into the policy by the server, so it stays small and depends on
 * nothing: the colour scheme chosen here or by the system, the language of the address, and what is pressed before
 * React has come (routing/early-press.ts). A form sent that early would leave for an address that answers no forms.
 */
export const bootScript = `(function(d){var s;try{s=localStorage.getItem('color-scheme')}catch(e){}
if(s!=='light'&&s!=='dark')s=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';
d.dataset.theme=s;var l=location.pathname.slice(1,3);if(/^\\/(uk|en|ru)(\\/|$)/.test(location.pathname))d.lang=l;
var p=null,h=function(e){var t=e.target;if(e.type==='submit')e.preventDefault();
else{t=t.closest('button');if(!t||t.form&&t.type==='submit')return}p=t};
addEventListener('submit',h,true);addEventListener('click',h,true);
window.takeEarlyPress=function(){removeEventListener('submit',h,true);removeEventListener('click',h,true);return p}})(document.documentElement)`;
