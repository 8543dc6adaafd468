import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../../lib/package.ts'
import { createLanguage, type Language, type LanguageRow } from '../terms.ts'

/** `stemmer` is a module of `@orama/stemmers`. */
const TABLE: Record<string, Omit<LanguageRow, 'code'> & { stemmer?: string }> = {
  ar: {
    stops: `في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين أن إن أو ثم لا ما لم لن قد كل كما هو هي هم كان كانت يكون تكون عند عندما
      إذا حتى بعد قبل بين أي غير كيف لقد و يمكن به بها فيه فيها له لها`,
    soft: 'إضافة تغيير استخدام إنشاء أريد',
    letters: 'أا إا آا ٱا ىي ةه ؤو ئي',
    marks: '\\u064b-\\u0652\\u0670\\u0640',
    prefixes: 'وبال وال بال كال فال ولل لل ال و',
    endings: 'ها ان ات ون ين يه ته هم كم نا ه ي ا',
    least: 2,
    rounds: 2,
  },
  bg: {
    stops: `а без беше би бъде в вас ви все да дали до докато ето за защото и из или им как като кога когато който която което които към
      ли може на не него нея ни но о от по при с са се си след със така тази това този те той трябва тук тя ще я`,
    soft: 'добавя променя използвам направя създам искам покажа',
    endings: `овете овце ищата ища овци ията ието иите ията ите ата ята ето ото ият ове еве ите ът ят та то те ия ии ие а я о е и у`,
  },
  ca: {
    stops: `a al als amb ara aquest aquesta aquests com de del dels des el els en entre era és han hi i ja l la les li ho o on per però
      perquè pot que quan qui se sense ser seu seva si sobre són també té tot un una uns us va`,
    soft: 'afegir canviar usar utilitzar fer crear posar vull',
    endings: `acions ació aments ament ments ment itzar itzen itza ava aven aria arien aran arà ant ants ent ents int ades ada ats at ides
      ida its it uda udes uts ut ares ar er ir re en in es os as em im s a e i o`,
  },
  cs: {
    stops: `a aby ale ani asi až bez bude by byl být co či další do i jak jako je jeho jejich jen jestli ještě již k kde když která které
      který ku má mezi mít může na nad nebo není než o od po pod podle pokud pro proto při s se si své svůj ta tak také tam tato ten tento
      to toho tu u v ve více však všech z za ze že`,
    soft: 'přidat změnit použít používat udělat vytvořit nastavit chci psát zobrazit',
    endings: `atech ětem etem atům ovat ovali oval uje ují ech ich ích ého ěmi emi ému ěte ete ěti eti ího iho ími ímu imu ách ata aty ých
      ama ami ové ovi ými ová ovy ení ením ání áním em es ém ím ům at ám os us ým mi ou ek ce e i í ě u y ů a o á é ý`,
  },
  da: {
    stemmer: 'danish',
    stops: `af alle at blive bliver da de den der deres det dette dig din disse du efter eller en end er et for fra ham han har havde hun
      hvad hvis hvor i ikke ind jeg kan man med men mig min mod ned noget nogle nu når og også om op os på sig skal som så til ud under
      var vi vil være`,
    soft: 'tilføje ændre bruge lave oprette sætte vil skrive vise',
  },
  de: {
    stemmer: 'german',
    stops: `aber als am an auch auf aus bei bin bis da damit dann das dass dem den der des die dies diese dieser dieses du durch ein eine
      einem einen einer eines er es für hat haben ich ihr im in ist kann mit nach nicht noch nur ob oder sehr sich sie sind so über um und
      uns unter vom von vor war was wenn werden wie wir wird zu zum zur`,
    soft: `hinzufügen ändern benutzen verwenden nutzen machen erstellen einstellen setzen möchte brauche schreiben zeigen neu neue neuer
      Unterschied zwischen`,
    synonyms: `löschen/entfernen, link/url/adresse, bild/foto/grafik, ordner/verzeichnis, veröffentlichen/bereitstellen, fehler/problem,
      konfiguration/einstellung/option, dunkel/nacht, design/thema`,
  },
  el: {
    stemmer: 'greek',
    stops: `αν από αυτά αυτή αυτό αυτός για δεν είναι ένα ένας έναν έχει η θα και με μετά μια μη να ο οι όταν ότι πολύ που πρέπει προς πως
      σας σε σου στα στη στην στις στο στον στους τα τη την της τι τις το τον του τους των ως`,
    soft: 'προσθέσω αλλάξω χρησιμοποιήσω κάνω δημιουργήσω θέλω',
    letters: 'άα έε ήη ίι όο ύυ ώω ϊι ϋυ ΐι ΰυ ςσ',
  },
  en: {
    stemmer: 'english',
    stops: `a an and are as at be been but by can could did do does for from had has have how i if in into is it its may me my no nor not
      of on or our should so such than that the their them then there these they this those to too was we were what when where which while
      who will with would you your`,
    soft: `add change use make get set create want need put write work show turn enable way possible help example please new difference
      between keep display give take let try see know look any some all every each other same own only just also without instead before
      after something`,
    spellings: `ise/ize ised/ized ises/izes ising/izing isation/ization isations/izations iser/izer our/or ours/ors oured/ored
      ouring/oring yse/yze ysed/yzed ysing/yzing tre/ter elled/eled elling/eling ogue/og ogues/ogs ence/ense`,
    synonyms: `delete/remove/erase, url/address/link, install/setup/set up, admonition/callout/notice/alert/container/box,
      login/signin/sign in, picture/image/photo, folder/directory, upgrade/update/migrate, migrate/import/move,
      deploy/publish/upload/host, error/problem/issue/failure, configuration/settings/options, config/configuration/settings,
      font/typeface, dark/night, diagram/chart/flowchart, math/equation/formula/latex, collapse/fold/close, expand/unfold/open,
      parameter/argument/option, grey/gray, banner/announcement/notice, screenshot/image, toc/outline/table contents,
      docs/documentation/manual, repo/repository, env/environment, shortcut/hotkey/keybinding, terminal/console/shell/cli, icon/favicon,
      unit test/test, shut down/stop, begin/start, example/sample/demo, missing/lack, broken/dead, obsolete/deprecated/outdated/stale,
      destroy/unmount/remove, auth/authentication, old/older/previous/earlier, internet/network/connection/offline,
      multilingual/i18n/internationalization/language, hide/exclude/omit/ignore, analytics/tracking/statistics, click/press/tap, fake/mock/stub,
      check/verify/assert/validate, theme/appearance/look/skin, slow/speed/performance, crash/failure, subfolder/subdirectory/path,
      homepage/landing page/home page, param/parameter/argument, dir/directory/folder, wait/await/async, async/asynchronous,
      regex/regexp/regular expression, https/ssl/tls/certificate, js/javascript, ts/typescript, 404/not found, speed/performance,
      headline/heading/title, rename/move, ci/continuous integration, nested/child, css/stylesheet/style`,
  },
  es: {
    stemmer: 'spanish',
    stops: `a al algo como con cual cuando de del desde donde el ella en entre era es esa ese eso esta este esto ha han hasta hay la las
      le les lo los mas me mi muy no nos o otra otro para pero por que se ser si sin sobre son su sus también tiene todo tu un una uno y
      ya yo`,
    soft: `añadir agregar cambiar modificar usar utilizar hacer crear poner quiero necesito escribir mostrar cómo puedo nuevo nueva
      diferencia entre`,
    synonyms: `eliminar/borrar/quitar, enlace/url/dirección, imagen/foto, carpeta/directorio, desplegar/publicar/alojar,
      error/problema/fallo, configuración/ajuste/opción, oscuro/noche, tema/apariencia`,
  },
  fa: {
    stops: `آن از است اما اگر ام این با بر برای بود به تا تر ترین ها های هایی هم همه هر که کرد کردن کند کنید می نمی نه نیز و را در دارد دو
      روی شد شده شود شما یا یک خود چه چون باید باشد پس پیش`,
    soft: 'افزودن تغییر استفاده ساختن ایجاد',
    letters: 'يی ىی كک ةه ۀه أا إا آا',
    marks: '\\u064b-\\u0655\\u0670\\u0640',
    endings: 'هایشان هایمان هایش هایی های ها ترین تری تر شان مان انی ان ات یم ند ید ای ی م ش',
  },
  fi: {
    stemmer: 'finnish',
    stops: `ei että he hän ja jos joka jotka kanssa koska kuin kun me mikä minä mitä mukaan mutta myös ne niin nyt oli olla on ovat se
      sekä sen sinä tai te tämä tätä vaan vai voi`,
    soft: 'lisätä muuttaa käyttää tehdä luoda asettaa haluan kirjoittaa näyttää miten',
  },
  fr: {
    stemmer: 'french',
    stops: `a ai au aux avec ce ces cet cette dans de des du elle elles en entre est et etait ete etre eu il ils je la le les leur leurs
      lorsque lui ma mais me meme mes mon ne nos notre nous on ont ou par pas peu peut plus pour qu que quel quelle quels qui sa sans se
      sera ses si soit son sont sous sur ta te tes toi ton tous tout toute toutes tu un une vers vos votre vous y`,
    soft: `ajouter changer modifier utiliser faire créer mettre définir veux besoin écrire montrer afficher comment nouveau nouvelle
      différence entre garder activer permettre possible sans avant après chaque`,
    synonyms: `supprimer/retirer/enlever/effacer/détruire, lien/url/adresse, image/photo, dossier/répertoire, déployer/publier/héberger,
      erreur/problème/échec, configuration/paramètre/réglage/option, simuler/mock, vérifier/contrôler/affirmer, recherche/chercher,
      sombre/nuit, thème/apparence, connexion/authentification, paresseux/lazy/volée, footer/pied page, sidebar/barre latérale, mettre
      jour/actualiser`,
  },
  he: {
    stops: `את של על עם אל זה זו זאת הוא היא הם הן אני אתה אנחנו לא כן גם רק או אם כי אך אבל יש אין כל כמו כדי עד אחרי לפני בין מה מי איך
      כאשר אשר ניתן אפשר יותר מאוד היה להיות`,
    soft: 'להוסיף לשנות להשתמש ליצור רוצה',
    letters: 'ךכ םמ ןנ ףפ ץצ',
    marks: '\\u0591-\\u05c7',
    prefixes: 'ו ה ב ל',
    endings: 'ויות יותיו יימ יות ימ ות ית יה ה ת י ו נו',
    least: 2,
    rounds: 2,
  },
  hi: {
    stemmer: 'indian',
    stops: `अपना अपनी अपने अब आप इन इस इसके इसे उन उस उसके उसे एक और कर करता करती करते करना करने करें का कि किया किसी की के को कोई क्या
      गया जब जहाँ जा जाता जाती जाते जो तक तब तो था थी थे द्वारा दी दें न नहीं ने पर बाद भी मैं में यदि यह यहाँ ये रहा रही रहे लिए वह वे
      साथ सकता सकती सकते से हम ही हुआ हुई हुए है हैं हो होता होती होते होना`,
    soft: 'जोड़ना बदलना उपयोग बनाना',
    letters: 'ऩन ऱर ऴळ ँं',
    marks: '\\u093c',
  },
  hu: {
    stemmer: 'hungarian',
    stops: `a az be csak de e egy el ez ha hogy is ki le meg mert mi mint már nem vagy van és volt azt ezt kell lesz lehet még minden ami
      amely`,
    soft: 'hozzáadni módosítani használni csinálni létrehozni akarok írni',
  },
  id: {
    stemmer: 'indonesian',
    stops: `ada adalah agar akan anda atau bagi bahwa bisa dalam dan dapat dari dengan di ini itu jika juga karena ke kepada oleh pada
      saya sebagai sudah telah tidak untuk yang`,
    soft: 'menambah menambahkan mengubah menggunakan membuat ingin bagaimana cara',
  },
  it: {
    stemmer: 'italian',
    stops: `a ai al alla alle anche che chi ci come con cui da dal dalla degli dei del della delle di e ed è gli ha hanno i il in io la le
      lo loro ma mi ne nei nel nella non o per più quale quando questa questo se si sono su sua suo sul tra un una uno`,
    soft: `aggiungere cambiare modificare usare utilizzare fare creare mettere voglio scrivere mostrare posso nuovo nuova differenza tra`,
  },
  ja: {
    stops: '何 方 私 時 中 的 為 事 こと もの ため とき',
    soft: '方法 やり方 仕方 使い方 作り方 書き方 追加 変更 使用 利用 作成 設定 使 場合 必要 新しい 新規',
    synonyms: `暗い/ダーク, 削除/除去/消す, リンク/アドレス/url, 画像/写真, フォルダ/ディレクトリ, 公開/デプロイ/配信, 設定/構成,
      エラー/問題, 統計/解析, お知らせ/通知/告知, 確認/検証, 図/ダイアグラム, 古い/旧/以前, 無効/オフ, モック/偽/スタブ, 除外/隠す/非表示`,
  },
  ko: {
    stops: '어떻게 무엇 무슨 어디 왜 및 또는 그리고 수 것 때 내',
    soft: '추가 변경 사용 설정 만들기 방법 작성 새로운 새',
    endings: `하려면 합니다 됩니다 했습니다 입니다 에서는 으로는 에서 으로 에게 부터 까지 처럼 하기 하는 하다 하고 하면 되는 되다 된 한 할
      해 은 는 이 가 을 를 의 에 로 와 과 도 만`,
    least: 2,
  },
  nb: {
    stemmer: 'norwegian',
    stops: `alle at av ble bli da de den denne der det dette du eller en er et etter for fra før ha han har hun hva hvis hvor hvordan i
      ikke inn jeg kan man med men mot ned noe nå når og også om opp oss på seg skal som så til ut var ved vi vil være`,
    soft: 'legge endre bruke lage opprette sette vil skrive vise',
  },
  nl: {
    stemmer: 'dutch',
    stops: `aan als bij dan dat de deze die dit door een en er geen had heb hebben heeft het hij hoe hun ik in is ja je kan kun maar me
      met naar niet nog nu of om omdat ook op over te tot u uit van veel voor was wat we wel werd wie wordt ze zich zij zijn zo zou`,
    soft: `toevoegen wijzigen veranderen gebruiken maken zetten wil schrijven tonen nieuw nieuwe verschil tussen`,
  },
  pl: {
    stops: `a aby ale bez być był była co czy dla do gdy gdzie go i ich ile jak jako jego jej jest jeśli jeżeli już każdy kiedy która
      które który lub ma może można na nad nie niż o od oraz po pod przed przez przy są się ta tak także tam te tego tej ten to tu tym u w
      we więc wszystkie z za ze że`,
    soft: 'dodać zmienić użyć używać zrobić utworzyć ustawić chcę pisać pokazać nowy nowa różnica',
    endings: `owaniem owania owanie owany owana owane owaniu owali ował ować ujesz ujemy ują uje aniem enie enia eniu eniem anie ania aniu
      ościami ości ością ość iami ami ach ich ych ego emu iego imi ymi owi iem ów om em ie ią ię ej im ym ać eć ić yć ał ała ali ały ił
      iła ili esz emy ą ę a e i o u y`,
  },
  pt: {
    stemmer: 'portuguese',
    stops: `a ao aos as ate com como da das de dela dele deles depois do dos e ela elas ele eles em entre era essa essas esse esses esta
      estas este estes eu foi ha isso isto ja lhe mais mas me mesmo meu minha muito na nao nas nem no nos nossa nosso num numa o os ou
      para pela pelas pelo pelos por qual quando que quem sao se sem ser seu seus so sua suas tambem te tem um uma voce`,
    soft: `adicionar mudar alterar usar utilizar fazer criar colocar definir quero preciso escrever mostrar posso novo nova diferença
      entre ativar deixar manter ver possível sem antes depois cada`,
    synonyms: `apagar/excluir/remover/deletar/eliminar/destruir, link/url/endereço, imagem/foto, pasta/diretório,
      implantar/publicar/hospedar, erro/problema/falha, configuração/ajuste/opção, busca/pesquisa, buscar/pesquisar/procurar,
      simular/mock, verificar/checar/validar/afirmar, escuro/noturno, tema/aparência, login/autenticação, footer/rodapé, sidebar/barra
      lateral`,
  },
  ro: {
    stemmer: 'romanian',
    stops: `a ai al ale am ar are au ca care ce cu cum când că de din doar este eu fi fie în la le lui mai nu o pe pentru prin sa sau se
      si și sunt te tu un una unei unui va`,
    soft: 'adăuga schimba modifica folosi face crea vreau scrie',
  },
  ru: {
    stemmer: 'russian',
    stops: `а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть еще же за
      здесь и из или им их к как ко когда кто ли либо мне может мы на надо наш не него нее нет ни них но ну о об однако он она они оно от
      очень по под при с со так также такой там те тем то того тоже той только том ты у уже хотя чего чей чем что чтобы чье чья почему
      зачем куда какой какая какие который которая которые эта эти это этого этой этом этот я`,
    soft: `добавить изменить поменять использовать сделать создать поставить хочу нужно написать показать можно новый новая разница между
      включить без после перед каждый сохранить`,
    synonyms: `удалить/убрать/стереть/уничтожить, ссылка/адрес/url, картинка/изображение/фото, папка/каталог/директория,
      развернуть/опубликовать/деплой, ошибка/проблема/сбой, настройка/конфигурация/параметр/опция, тёмный/ночной, тема/оформление,
      мок/имитация/подмена, перенаправление/редирект, маршрут/роут/путь, футер/подвал/нижний колонтитул, сайдбар/боковая панель,
      авторизация/аутентификация/логин, анимация/переход, проверить/убедиться/утверждение`,
  },
  sv: {
    stemmer: 'swedish',
    stops: `alla att av blev bli de dem den denna detta det du där efter eller en er ett för från ha han har hon hur i icke in inte jag
      kan man med men mot ned ni nu när och också om oss på sig ska som så till under ut var vad vi vid vill är över`,
    soft: 'lägga ändra använda göra skapa sätta vill skriva visa ny nytt skillnad',
  },
  th: {
    stops: 'ที่ ใน และ ของ เป็น ได้ ให้ จะ มี ไม่ การ ความ อย่างไร ยังไง อะไร ทำไม หรือ กับ จาก ไป มา ว่า นี้ นั้น ต้อง ฉัน',
    soft: 'เพิ่ม เปลี่ยน ใช้ สร้าง ทำ ตั้งค่า วิธี',
  },
  tr: {
    stemmer: 'turkish',
    stops: `ama bir biri bu çok da daha de değil diye en gibi hem her için ile ise kadar ki mı mi mu mü nasıl ne neden o olan olarak sonra
      şey şu ve veya ya yani`,
    soft: 'eklemek değiştirmek kullanmak yapmak oluşturmak istiyorum ekle değiştir kullan yap',
  },
  uk: {
    stemmer: 'ukrainian',
    stops: `а або але б без був була були було бути в вам вас ви від він вона вони все вже всі де для до є з за і із й його її їх їхній як
      яка яке який які якщо коли кожен між може можна ми на над не немає ні про під по при проте та так також там те тим то той тому ту у
      цей це ця ці чи через що щоб`,
    soft: `додати змінити використати зробити створити поставити хочу потрібно написати показати новий нова різниця`,
  },
  zh: {
    stops: `怎么 怎样 如何 什么 为什么 哪里 哪个 的 了 吗 呢 吧 啊 是 在 我 你 它 我们 要 和 与 或 及 给 把 被 让 将 从 到 对 用 个 某个
      一个 一种 这 那 这个 那个 能 可以 需要 想 不 没有 有 来 过来 去 里 上 下 时 为 以 也 都 就 还 并 而 但 会 该 此 所 其 有 某 某一
      某些 一些 哪些 是否 能否 为何 能不能 可不可以 想要 应该 如果 怎麼 什麼 為什麼 這個 那個 個 讓 給 從 來 沒有`,
    soft: '做 使用 添加 增加 新增 修改 更改 改变 设置 创建 方法 问题 默认 設定 修改 變更 建立 新 新的 区别 启用 显示 写 换 更换',
    synonyms: `侧边栏/侧栏, 暗黑/深色/夜间/暗色, 谷歌/google, 统计/分析, 公告/通知/横幅, 部署/发布, 删除/移除/销毁, 链接/地址/网址,
      图片/图像, 文件夹/目录, 安装/设置, 模拟/伪造/mock, 点击/单击, 检查/验证/断言, 搜索/检索/查找, 升级/迁移/更新, 多语言/国际化/语言,
      旧版/以前/历史, 页脚/底部, 隐藏/排除`,
  },
}

const FOLDER = path.join(packageRoot, 'compiled/search-languages')

export const languageLicenses = path.join(FOLDER, 'LEGAL.txt')

/** `stemmer`: path of the compiled module (`bin/compile.mjs`). */
export function languageRow(lang: string) {
  const { language } = new Intl.Locale(lang)
  const code = language === 'no' || language === 'nn' ? 'nb' : language
  const { stemmer, ...data } = TABLE[code] ?? { stops: '', soft: '' }
  const row = JSON.parse(JSON.stringify({ code, ...data }).replace(/\\n */g, ' ')) as LanguageRow
  return { row, stemmer: stemmer && path.join(FOLDER, `${stemmer}.js`) }
}

/** `own`: row of an index, with the synonyms of the site. */
export async function languageOf(lang: string, own?: LanguageRow): Promise<Language> {
  const { row, stemmer } = languageRow(lang)
  const module = stemmer === undefined ? undefined : await import(pathToFileURL(stemmer).href)
  return createLanguage(own ?? row, (module as { stemmer: Language['stem'] } | undefined)?.stemmer)
}
