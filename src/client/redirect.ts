/** Query and hash are kept unless the target has its own. */
const target = new URL(document.currentScript?.dataset['to'] ?? '', location.href)
target.search ||= location.search
target.hash ||= location.hash
location.replace(target)
