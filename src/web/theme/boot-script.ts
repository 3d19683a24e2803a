/**
 * Runs before the first paint, inline and hashed into the policy by the server, so it stays small and depends on
 * nothing: the colour scheme chosen here or by the system, and the language of the address.
 */
export const bootScript = `(function(d){var s;try{s=localStorage.getItem('color-scheme')}catch(e){}
if(s!=='light'&&s!=='dark')s=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';
d.dataset.theme=s;var l=location.pathname.slice(1,3);if(/^\\/(uk|en|ru)(\\/|$)/.test(location.pathname))d.lang=l})(document.documentElement)`;
