import { readFileSync } from 'node:fs'
import path from 'node:path'
import examples from '../reference/examples.json' with { type: 'json' }
import families from '../reference/families.json' with { type: 'json' }
import rules from '../reference/rules.json' with { type: 'json' }
import { type GeneratedText, writePage } from './generated-pages.ts'
import { code, fail, type Language, type Text } from './entries.ts'

/** Source files, relative to the folder of the documentation. */
export const RULES_FILE = '../src/check/rules/README.md'
const EXAMPLES_FILE = '../src/check/rules/examples.md'

/** What is said of rules, by id; in English it is what the list of the source says. */
export const RULE_TEXTS: Readonly<Record<string, Text>> = rules
/** An example of each: what is written, what is said, how to mend it; in English that of the source. */
export const RULE_EXAMPLES: Readonly<Record<string, Text>> = examples
/** Why there are rules of a family, by its name. */
export const FAMILY_TEXTS: Readonly<Record<string, Text>> = families

export interface Rule {
  id: string
  severity: string
  description: string
}

/** Rules as the source lists them. */
export function readRules(root: string): Rule[] {
  const list = readFileSync(path.join(root, RULES_FILE), 'utf8')
  return [...list.matchAll(/^\| `([a-z\d]+\/[a-z-]+)` +\| (\w+) +\| (.*?) +\|$/gm)].map(
    ([, id = '', severity = '', description = '']) => ({ id, severity, description }),
  )
}

/** Examples as the source lists them: each a text in one line, by id. */
export function readExamples(root: string): Map<string, string> {
  const list = readFileSync(path.join(root, EXAMPLES_FILE), 'utf8')
  const items = list.matchAll(/(?<=\n)- `([a-z\d]+\/[a-z-]+)`: ([^]*?)(?=\n- |\n\n|\n*$)/g)
  return new Map([...items].map(([, id = '', text = '']) => [id, text.replace(/\s+/g, ' ').trim()]))
}

const RULES: GeneratedText = {
  title: { en: 'Rules', ja: 'ルール', zh: '规则' },
  description: {
    en: 'Every problem that docsgen reports, by its id: an example, why it matters, how to mend it.',
    ja: 'docsgen が報告するすべての問題。id ごとの例、理由、直し方。',
    zh: 'docsgen 会报告的每一种问题：按 id 给出例子、原因和改正方法。',
  },
  intro: {
    en: 'Every problem has an id, which stands in the message. [`check.rules`](configuration.md#check) sets the severity of one, or of a family (`links/*`): `off`, `info`, `warning` or `error`. For each rule you find what it is about, an example with the message that you get, and how to mend it.',
    ja: '問題にはそれぞれ id があり、メッセージに表示されます。[`check.rules`](configuration.md#check) で、1 つのルールまたは系統（`links/*`）の重大度を `off`、`info`、`warning`、`error` のいずれかに設定できます。ルールごとに、その内容、例と表示されるメッセージ、直し方を示します。',
    zh: '每种问题都有一个 id，写在消息中。[`check.rules`](configuration.md#check) 可以设定一条规则或一个类别（`links/*`）的严重程度：`off`、`info`、`warning` 或 `error`。每条规则都说明它针对什么，给出例子和相应的消息，以及改正的方法。',
  },
}

/** What a rule is about: the first part of its id. */
export const familyOf = ({ id }: Pick<Rule, 'id'>): string => id.split('/')[0] ?? ''

/** How a severity looks. */
const BADGES: Readonly<Record<string, string>> = {
  error: 'danger',
  warning: 'warning',
  info: 'info',
  off: 'info',
}

const EXAMPLE: Text = { en: 'Example:', ja: '例:', zh: '例子：' }

/** The page of all rules, by family. */
export function rulesPage(root: string, language: Language): string {
  const rules = readRules(root)
  const families = [...new Set(rules.map(familyOf))]
  const sections = families.map(family => {
    const each = rules.filter(rule => familyOf(rule) === family).map(rule => describeRule(rule, language))
    return [`## ${code(family)} {#${family}}`, textOf(FAMILY_TEXTS, family)[language], ...each].join('\n\n')
  })
  return writePage(RULES, sections, language, 'outline: 2\n')
}

function describeRule({ id, severity }: Rule, language: Language): string {
  const badge = `:badge[${severity}]{type="${BADGES[severity] ?? fail(`What is \`${severity}\`?`)}"}`
  const text = textOf(RULE_TEXTS, id)[language]
  const example = textOf(RULE_EXAMPLES, id)[language]
  return `### ${code(id)} ${badge} {#${id.replace('/', '-')}}\n\n${text}\n\n**${EXAMPLE[language]}** ${example}`
}

function textOf(texts: Readonly<Record<string, Text>>, name: string): Text {
  return texts[name] ?? fail(`Nothing is said of \`${name}\`.`)
}
