/**
 * HTML that means harm, of the kinds that public collections list: events, scripts, shadow roots, addresses, animations, what parsers
 * change, styles, and names that hide what the scripts of a page look for: a page that no longer works is harm, too. `RUN` stands for the
 * code, `URL` for an address that is the code.
 */
const TEXTS = `
  <img src=x onerror=RUN>
  <img src=x onerror=&#82;UNC>
  <img src=x onerror
=
RUN>
  <audio src=x onerror=RUN></audio>
  <svg><g onload=RUN></g></svg>
  <iframe onload=RUN></iframe>
  <style onload=RUN></style>
  <select autofocus onfocus=RUN></select>
  <keygen autofocus onfocus=RUN>
  <div style="animation-name:none;transition:all 1s" ontransitionend=RUN onanimationstart=RUN onclick=RUN>x</div>
  <form onsubmit=RUN><button>x</button></form>
  <custom-element onclick=RUN>x</custom-element>
  <svg><foreignObject><p onclick=RUN>x</p></foreignObject></svg>
  <noscript><img src=x onerror=RUN></noscript>
  <script >RUN</script >
  <script type="text/javascript">RUN</script>
  <script async src="data:text/javascript,RUN"></script>
  <<script>RUN//<</script>
  <svg><script>RUNC&#40;&#41;</script></svg>
  <svg><g><script>RUN</script></g></svg>
  <select><option><script>RUN</script></select>
  <noscript><script>RUN</script></noscript>
  <script><!--
RUN
--></script>
  <div><template shadowrootmode="open"><svg onload=RUN></svg></template></div>
  <div><template shadowroot=open><img src=x onerror=RUN></template></div>
  <a href=URL>x</a>
  <a href="&Tab;URL">x</a>
  <a href="&#x1F;URL">x</a>
  <a href="jav&#x0A;ascript:RUN">x</a>
  <a href="j&#97;vascript:RUN">x</a>
  <a href="javascript&#58;RUN">x</a>
  <a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;RUN">x</a>
  <a href="javascript://%0aRUN">x</a>
  <a href="data:text/html,<script>RUN</script>">x</a>
  <a
href
=
URL>x</a>
  <svg><a href=URL><text y=9>x</text></a></svg>
  <math><a href=URL>x</a></math>
  <form action=URL><button>x</button></form>
  <form id=f></form><button form=f formaction=URL>x</button>
  <iframe src=" &#1;URL"></iframe>
  <iframe src="data:text/html;base64,BASE64"></iframe>
  <iframe src="/" srcdoc="<body onload=RUN>"></iframe>
  <object type="text/html" data="data:text/html;base64,BASE64"></object>
  <embed type="image/svg+xml" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='RUN'/>">
  <img src=URL>
  <table background=URL><tr><td background=URL>x</td></tr></table>
  <base href="https://evil.example/"><script src="/x.js"></script>
  <meta http-equiv=refresh content="0;url=URL">
  <meta http-equiv=Content-Security-Policy content="script-src *">
  <q cite=URL>x</q>
  <svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='x' onerror='RUN'/></svg>#x" /></svg>
  <svg><a><animate attributeName=href values=URL /><text y=9>x</text></a></svg>
  <svg><a><animate attributeName="href" values="#;URL;#" keyTimes="0;0;1" /><text y=9>x</text></a></svg>
  <svg><a id=target><text y=9>x</text></a><set href=#target attributeName=href to=URL /></svg>
  <svg><rect width=9 height=9><set attributeName=onclick to=RUN /></rect></svg>
  <svg><discard onbegin=RUN /></svg>
  <xmp><p title="</xmp><img src=x onerror=RUN>">x</p></xmp>
  <iframe><p title="</iframe><img src=x onerror=RUN>">x</p></iframe>
  <textarea><p title="</textarea><img src=x onerror=RUN>">x</p></textarea>
  <svg><style><p title="</style><img src=x onerror=RUN>">x</p></style></svg>
  <svg></p><style><a id="</style><img src=x onerror=RUN>">
  <math><annotation-xml encoding="text/html"><style><img src=x onerror=RUN></style></annotation-xml></math>
  <form><math><mtext></form><form><mglyph><style></math><img src=x onerror=RUN>
  <svg><foreignObject><math><mi><style><img src=x onerror=RUN></style></mi></math></foreignObject></svg>
  <p><svg><p><title><img title="</title><img src=x onerror=RUN>"></p></svg></p>
  <!---><img src=x onerror=RUN>-->
  <? foo="><img src=x onerror=RUN>">
  <svg><![CDATA[><img src=x onerror=RUN>]]></svg>
  <a title="<img src=x onerror=RUN>" data-x='"><img src=x onerror=RUN>'>x</a>
  <a "><img src=x onerror=RUN>">x</a>
  <img alt="\`><img src=x onerror=RUN>">
  <div style="background:url(URL)">x</div>
  <style>*{background:url('URL')}</style>
  <img name=getElementById src=x onerror=RUN>
  <img name=querySelector id=querySelectorAll src=x>
  <form><input name=closest><input name=matches><input name=getAttribute><button>x</button></form>
  <iframe name=documentElement></iframe>
  <object id=currentScript></object>
  <a id=docsgen-app></a><a id=docsgen-announcer></a>
  <a id=__proto__></a><a id=constructor></a><a id=toString></a><a id=hasOwnProperty></a>
`
  .trim()
  .split(/\n {2}(?=\S)/)

export const FIRST = 700_000

/** The payloads: each tells the console its number, counted from the first, when it runs. */
export const PAYLOADS: readonly string[] = TEXTS.map((text, index) => {
  const code = `console.log(${FIRST + index})`
  return text
    .replaceAll('&#82;UNC', `&#99;${code.slice(1)}`)
    .replaceAll('RUNC&#40;&#41;', `console.log&#40;${FIRST + index}&#41;`)
    .replaceAll('BASE64', Buffer.from(`<script>${code}</script>`).toString('base64'))
    .replaceAll(/URL(?![=:])/g, `javascript:${code}`)
    .replaceAll('RUN', code)
})
