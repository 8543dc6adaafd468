/** Sets the stored color scheme before the first paint; the only script that blocks rendering. */
try {
  const scheme = localStorage.getItem('docsgen-scheme')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset['scheme'] = scheme
} catch {} // Storage is denied.
