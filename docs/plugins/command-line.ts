import { Command, Help } from 'commander'
import { COMMANDS } from '../../src/cli/options.ts'
import texts from '../reference/cli.json' with { type: 'json' }
import {
  code,
  DEFAULT,
  fail,
  idOf,
  type Language,
  say,
  type Text,
  type Translations,
  writeEntries,
} from './entries.ts'

/** An option as defined in the source. */
interface CommandOption {
  /** The command, or `common` for options of all commands. */
  command: string
  flags: string
  description: string
  default?: string
}

/** Translations of descriptions by command and flags, for example `build --zip [file]`. */
const TEXTS: Readonly<Record<string, Translations>> = texts

/** Every option of every command. */
export const OPTIONS: readonly CommandOption[] = listOptions()

function listOptions(): CommandOption[] {
  const common = visible('common', COMMANDS.version.addOptions(new Command().version('', '-V, --version')))
  const isShared = ({ flags }: CommandOption) => common.some(option => option.flags === flags)
  const own = Object.entries(COMMANDS).flatMap(([name, { addOptions }]) =>
    visible(name, addOptions(new Command(name))),
  )
  return [...common, ...own.filter(option => !isShared(option))]
}

function visible(name: string, command: Command): CommandOption[] {
  return new Help().visibleOptions(command).map(({ flags, description, defaultValue }) => ({
    command: name,
    flags,
    description,
    ...(typeof defaultValue === 'number' ? { default: String(defaultValue) } : {}),
  }))
}

/** Description of an option with its translations; `preview` shares those of `dev`. */
const optionText = ({ command, flags, description }: CommandOption): Text => ({
  en: description,
  ...(TEXTS[`${command} ${flags}`] ?? TEXTS[`dev ${flags}`]),
})

/** The options of a command, or with `common`, those of all commands. */
export function describeOptions(command: string, language: Language): string {
  const found = OPTIONS.filter(option => option.command === command)
  if (found.length === 0) fail(`There is no command \`${command}\`.`)
  const entries = found.map(option => {
    const facts = option.default === undefined ? '' : say(DEFAULT, language) + code(option.default)
    const [, long = ''] = /--([a-z-]+)/.exec(option.flags) ?? []
    return {
      id: idOf(command, long),
      name: option.flags,
      facts,
      text: markUp(say(optionText(option), language)),
    }
  })
  return writeEntries(entries)
}

/** Marks URLs and options as code; descriptions in the source are plain text. */
function markUp(text: string): string {
  return text.includes('`') ? text : text.replace(/https:\/\/[\w./-]+|(?<![\w-])--[a-z-]+/g, code)
}
