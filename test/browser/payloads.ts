/**
 * HTML that means harm, of the kinds that public collections list: each says its number when it runs. `RUN` stands for the code,
 * `URL` for an address that is the code.
 */
const EVENTS = `
  <img src=x onerror=RUN>
  <img src='x'onerror='RUN'>
  <img src=x onerror=&#82;UNC>
  <image src=x onerror=RUN>
  <img src=x onerror
=
RUN>
  <video src=x onerror=RUN></video>
  <audio src=x onerror=RUN></audio>
  <svg/onload=RUN//
  <svg><g onload=RUN></g></svg>
  <svg><animate onend=RUN attributeName=x dur=0.01s></svg>
  <iframe onload=RUN></iframe>
  <object type="image/png" data=x onerror=RUN></object>
  <style onload=RUN></style>
  <marquee onstart=RUN>x</marquee>
  <select autofocus onfocus=RUN></select>
  <div tabindex=0 autofocus onfocus=RUN>x</div>
  <keygen autofocus onfocus=RUN>
  <p onpointerdown=RUN onmouseover=RUN onclick=RUN>x</p>
  <div style="animation-name:none;transition:all 1s" ontransitionend=RUN onanimationstart=RUN onclick=RUN>x</div>
  <body onpageshow=RUN>
  <form onsubmit=RUN><button>x</button></form>
  <table><tr><td onclick=RUN>x</td></tr></table>
  <custom-element onclick=RUN>x</custom-element>
  <math onclick=RUN>x</math>
  <svg><foreignObject><p onclick=RUN>x</p></foreignObject></svg>
  <svg><title><img src=x onerror=RUN></title></svg>
  <noscript><img src=x onerror=RUN></noscript>
`

const SCRIPTS = `
  <script>RUN</script>
  <script >RUN</script >
  <script
>RUN</script
>
  <script type="text/javascript">RUN</script>
  <script src="data:text/javascript,RUN"></script>
  <script async src="data:text/javascript,RUN"></script>
  <script type=importmap>{"imports":{"x":"data:text/javascript,RUN"}}</script>
  <<script>RUN//<</script>
  <p>a<script>RUN</script>b</p>
  <svg><script>RUNC&#40;&#41;</script></svg>
  <svg><script xlink:href="data:text/javascript,RUN"></script></svg>
  <svg><g><script>RUN</script></g></svg>
  <table><script>RUN</script></table>
  <select><option><script>RUN</script></select>
  <link rel=modulepreload href="data:text/javascript,RUN">
  <noscript><script>RUN</script></noscript>
  <script nonce=x>RUN</script>
  <script><!--
RUN
--></script>
`

const SHADOWS = `
  <div><template shadowrootmode=open><img src=x onerror=RUN></template></div>
  <div><template shadowrootmode="open"><svg onload=RUN></svg></template></div>
  <section><template shadowrootmode=open><template shadowrootmode=open></template><img src=x onerror=RUN></template></section>
  <div><template shadowroot=open><img src=x onerror=RUN></template></div>
  <template><img src=x onerror=RUN></template>
`

const ADDRESSES = `
  <a href=URL>x</a>
  <a href="\xA0URL">x</a>
  <a href="&Tab;URL">x</a>
  <a href="&#1;URL">x</a>
  <a href="&#x1F;URL">x</a>
  <a href="jav&Tab;ascript:RUN">x</a>
  <a href="jav&#x0A;ascript:RUN">x</a>
  <a href="jav&#13;ascript:RUN">x</a>
  <a href="j&#97;vascript:RUN">x</a>
  <a href="javascript&colon;RUN">x</a>
  <a href="javascript&#58;RUN">x</a>
  <a href="javascript&#0000058RUN">x</a>
  <a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;RUN">x</a>
  <a href="JaVaScRiPt:RUN">x</a>
  <a href="javascript://%0aRUN">x</a>
  <a href='vbscript:RUN'>x</a>
  <a href="data:text/html,<script>RUN</script>">x</a>
  <a title=x href=URL ping="/ping">x</a>
  <a
href
=
URL>x</a>
  <a href=\`URL\`>x</a>
  <svg><a href=URL><text y=9>x</text></a></svg>
  <svg><a xlink:href="&#1;URL"><circle r=9 /></a></svg>
  <math><a href=URL>x</a></math>
  <math><maction actiontype=statusline xlink:href=URL><mi>x</mi></maction></math>
  <form action=URL><button>x</button></form>
  <form><button formaction=URL>x</button></form>
  <form id=f></form><button form=f formaction=URL>x</button>
  <iframe src=URL></iframe>
  <iframe src=" &#1;URL"></iframe>
  <iframe src="data:text/html,<script>RUN</script>"></iframe>
  <iframe src="data:text/html;base64,BASE64"></iframe>
  <iframe srcdoc="&lt;img src=x onerror=RUN&gt;"></iframe>
  <iframe src="/" srcdoc="<body onload=RUN>"></iframe>
  <object data="data:text/html,<script>RUN</script>"></object>
  <object type="text/html" data="data:text/html;base64,BASE64"></object>
  <embed src=URL>
  <embed type="image/svg+xml" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='RUN'/>">
  <applet code=URL codebase=URL></applet>
  <img src=URL>
  <input type=image src=URL>
  <table background=URL><tr><td background=URL>x</td></tr></table>
  <base href=URL><a href=#x>x</a>
  <base href="https://evil.example/"><script src="/x.js"></script>
  <link rel=import href="data:text/html,<script>RUN</script>">
  <meta http-equiv=refresh content="0;url=URL">
  <meta http-equiv="refresh" content="0;url=data:text/html,<script>RUN</script>">
  <meta http-equiv=Content-Security-Policy content="script-src *">
  <fencedframe src=URL></fencedframe>
  <q cite=URL>x</q>
  <audio src=URL controls></audio>
  <svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='x' onerror='RUN'/></svg>#x" /></svg>
  <svg><feImage href="URL" /></svg>
`

const ANIMATIONS = `
  <svg><a><animate attributeName=href values=URL /><text y=9>x</text></a></svg>
  <svg><a><animate attributeName=href from=URL to=URL begin=0s /><text y=9>x</text></a></svg>
  <svg><a><animate attributeName="href" values="#;URL;#" keyTimes="0;0;1" /><text y=9>x</text></a></svg>
  <svg><a><set attributeName="xlink:href" to=URL begin=0s /><text y=9>x</text></a></svg>
  <svg><a id=target><text y=9>x</text></a><set href=#target attributeName=href to=URL /></svg>
  <svg><a xlink:href=#><animate attributeName=xlink:href begin=0 from=URL to=& /><text y=9>x</text></a></svg>
  <svg><rect width=9 height=9><set attributeName=onclick to=RUN /></rect></svg>
  <svg><animateTransform attributeName=transform onbegin=RUN /></svg>
  <svg><discard onbegin=RUN /></svg>
`

const MUTATIONS = `
  <noscript><p title="</noscript><img src=x onerror=RUN>">x</p></noscript>
  <xmp><p title="</xmp><img src=x onerror=RUN>">x</p></xmp>
  <noframes><p title="</noframes><img src=x onerror=RUN>">x</p></noframes>
  <iframe><p title="</iframe><img src=x onerror=RUN>">x</p></iframe>
  <title><p title="</title><img src=x onerror=RUN>">x</p></title>
  <textarea><p title="</textarea><img src=x onerror=RUN>">x</p></textarea>
  <template><p title="</template><img src=x onerror=RUN>">x</p></template>
  <svg><style><p title="</style><img src=x onerror=RUN>">x</p></style></svg>
  <svg><textarea><p title="</textarea><img src=x onerror=RUN>">x</p></textarea></svg>
  <svg></p><style><a id="</style><img src=x onerror=RUN>">
  <svg><desc><style><a id="</style><img src=x onerror=RUN>"></desc></svg>
  <math><annotation-xml encoding="text/html"><style><img src=x onerror=RUN></style></annotation-xml></math>
  <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=RUN&gt;"></table></math>
  <form><math><mtext></form><form><mglyph><style></math><img src=x onerror=RUN>
  <math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=RUN src=1>"></path></h1></math>
  <svg><foreignObject><math><mi><style><img src=x onerror=RUN></style></mi></math></foreignObject></svg>
  <select><svg><style><img title="</style><img src=x onerror=RUN>"></svg></select>
  <p><svg><p><title><img title="</title><img src=x onerror=RUN>"></p></svg></p>
  <!--><img src=x onerror=RUN>-->
  <!---><img src=x onerror=RUN>-->
  <!-- <!--><img src=x onerror=RUN> -->
  <? foo="><img src=x onerror=RUN>">
  <![CDATA[><img src=x onerror=RUN>]]>
  <svg><![CDATA[><img src=x onerror=RUN>]]></svg>
  </p title="><img src=x onerror=RUN>">
  <a title="<img src=x onerror=RUN>" data-x='"><img src=x onerror=RUN>'>x</a>
  <a title=\`"><img src=x onerror=RUN>\`>x</a>
  <a "><img src=x onerror=RUN>">x</a>
  <div<img src=x onerror=RUN>x</div>
  <img alt="\`><img src=x onerror=RUN>">
  <p data-docsgen-tag="0" data-mark="0" onclick=RUN>x</p>
`

const STYLES = `
  <div style="background:url(URL)">x</div>
  <div style="-moz-binding:url(URL)">x</div>
  <style>*{background:url('URL')}</style>
  <svg><style>@import url(URL);</style></svg>
`

/** Names that hide what the scripts of a page look for: a page that no longer works is harm, too. */
const NAMES = `
  <img name=getElementById src=x onerror=RUN>
  <img name=body src=x><img name=body src=x>
  <img name=querySelector id=querySelectorAll src=x>
  <form name=head><input name=tagName></form>
  <form><input name=closest><input name=matches><input name=getAttribute><button>x</button></form>
  <form id=attributes><button name=parentNode id=closest onclick=RUN>x</button></form>
  <iframe name=documentElement></iframe>
  <embed name=addEventListener src=x>
  <object id=currentScript></object>
  <a id=docsgenChunks href=URL>x</a>
  <a id=docsgen-app></a><a id=docsgen-announcer></a>
  <a id=trustedTypes></a><a id=dataLayer></a><a id=location></a><a id=history></a>
  <a id=__proto__></a><a id=constructor></a><a id=toString></a><a id=hasOwnProperty></a>
`

/** The payloads as they are written, without code. */
const TEXTS = [EVENTS, SCRIPTS, SHADOWS, ADDRESSES, ANIMATIONS, MUTATIONS, STYLES, NAMES].flatMap(text =>
  text.trim().split(/\n {2}(?=\S)/),
)

/** What the first payload says. */
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
