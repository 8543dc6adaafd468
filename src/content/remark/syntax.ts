/** Syntax of containers, components, and lines of tags of components. */
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, Extension, State, Token, TokenType } from 'micromark-util-types'
import { subtokenize } from 'micromark-util-subtokenize'
import type { Processor } from 'unified'
import { scanAllTags } from '../../lib/html.ts'
import type { Slugs } from '../../schema/values.ts'
import { type Components, namesOf } from '../components/built-in.ts'
import { takesLine } from '../elements.ts'
import { type Attribute, type ComponentNode, type ContainerNode, readInlineLine } from '../tree.ts'
import type { SiteContext } from '../page-context.ts'

declare module 'micromark-util-types' {
  type ContainerToken = 'container' | 'containerOpening' | 'containerClosing'
  type ComponentToken =
    'component' | 'componentMarker' | 'componentAttributes' | 'componentBlock' | 'componentTags'
  interface TokenTypeMap extends Record<ContainerToken | ComponentToken | 'snippet', string> {}
}

export function addSyntax(
  processor: Processor,
  syntax: Extension[],
  trees: (TreeExtension | TreeExtension[])[],
) {
  const data = processor.data()
  ;(data.micromarkExtensions ??= []).push(...syntax)
  ;(data.fromMarkdownExtensions ??= []).push(...trees)
}

const [COLON, LESS, OPEN, BACKSLASH, CLOSE, OPEN_BRACE] = [58, 60, 91, 92, 93, 123]

/** For VuePress and VitePress, lines may also consist of tags that look like Vue components. */
export function remarkSyntax(
  this: Processor,
  { components, containerNames, meaningOf }: SiteContext,
  slugs: Slugs,
) {
  const blocks = namesOf(components, 'block')
  const isBlock = (line: string) => blocks.has(openingBlock(line)?.name ?? '')
  const isElement = (name: string) =>
    takesLine(meaningOf(name)) || (slugs !== 'github' && /^[A-Z]|^\w+-/.test(name))
  const flow = {
    [COLON]: [flowLine('componentBlock', isBlock), containerConstruct(containerNames)],
    [LESS]: flowLine('componentTags', line => isTagLine(line, isElement)),
  }
  const text = { [COLON]: componentConstruct(namesOf(components, 'inline')) }
  addSyntax(this, [{ text, flow }], [treeExtension(components)])
}

const CONTAINER_START = /^ {0,3}(:{3,})[ \t]*([^ \t:[{][^ \t[{]*)/
const CONTAINER_END = /^ {0,3}(:{3,})[ \t]*$/
const INNER_INDENT = /^(?: |[-+*](?= )|\d{1,9}[.)](?= ))*/
const FENCE_START = /^ {0,3}(`{3,}(?!.*`)|~{3,})/
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/

/** The name need not be that of a container. */
export function openingContainer(line: string) {
  const [start = '', colons = '', name = ''] = CONTAINER_START.exec(line) ?? []
  if (name !== '') return { size: colons.length, name, nameEnd: start.length }
}

export function closesContainer(line: string, size: number) {
  return (CONTAINER_END.exec(line)?.[1]?.length ?? 0) >= size
}

/** Ends with as many colons or more, or with its parent; an indented line ends what was opened as deep. */
function containerConstruct(names: ReadonlySet<string>): Construct {
  return {
    name: 'container',
    concrete: true,
    // Immediately: texts before it may refer to its definitions.
    resolve(events) {
      subtokenize(events)
      return events
    },
    tokenize(effects, ok, nok) {
      const { interrupt } = this
      let size = 0
      /** Open code, in which no line ends the container, and the column of its list item. */
      let fence: { run: string; column: number } | undefined
      /** Sizes of open containers that began further to the right. */
      const inner: number[] = []
      const before = this.events.at(-1)?.[1]
      const indent = before?.type === 'linePrefix' ? before.end.column - before.start.column : 0
      let previous: Token | undefined
      const opening = lineThat('containerOpening', line => {
        const found = openingContainer(line)
        size = found?.size ?? 0
        return found !== undefined && names.has(found.name)
      })
      const closing = lineThat('containerClosing', line => {
        // Code in an item of a list ends with that.
        if (fence && (/^ *(?:\t|$)/.test(line) || line.search(/[^ ]/) >= fence.column)) {
          if (FENCE_END.exec(line.slice(fence.column))?.[1]?.startsWith(fence.run)) fence = undefined
          return false
        }
        const column = INNER_INDENT.exec(line)?.[0].length ?? 0
        const rest = line.slice(column)
        const isItem = /\S/.test(line.slice(0, column))
        const run = FENCE_START.exec(isItem ? rest : line)?.[1]
        fence = run === undefined ? undefined : { run, column: isItem ? column : 0 }
        if (fence) return false
        if (column <= indent || !rest.startsWith(':::')) return closesContainer(line, size)
        const opened = openingContainer(rest)
        if (opened) inner.push(opened.size)
        else if (inner.length === 0) return closesContainer(line, size)
        else if (closesContainer(rest, inner.at(-1) ?? 0)) inner.pop()
        return false
      })
      return code => {
        effects.enter('container')
        return effects.attempt(opening, afterOpening, nok)(code)
      }

      function afterOpening(code: Code) {
        return code === null || interrupt ? end(code) : effects.attempt(NEXT_LINE, startLine, end)(code)
      }

      function startLine(code: Code) {
        const content = isEol(code) ? effects.check(NEXT_LINE, openLine, end) : openLine
        return code === null ? end(code) : effects.attempt(closing, end, content)(code)
      }

      function openLine(code: Code) {
        previous = enterChunk(effects, 'document', previous)
        return inLine(code)
      }

      function inLine(code: Code) {
        if (code === null) return endLine(code)
        if (isEol(code)) return effects.check(NEXT_LINE, afterLine, endLine)(code)
        effects.consume(code)
        return inLine
      }

      function afterLine(code: Code) {
        effects.consume(code)
        effects.exit('chunkDocument')
        return startLine
      }

      function endLine(code: Code) {
        effects.exit('chunkDocument')
        return end(code)
      }

      function end(code: Code) {
        effects.exit('container')
        return ok(code)
      }
    },
  }
}

/** Begins a line of nested Markdown; micromark wants these chained. */
function enterChunk(effects: Effects, contentType: 'document' | 'text', previous?: Token) {
  const type = contentType === 'document' ? 'chunkDocument' : 'chunkText'
  const token = effects.enter(type, { contentType, ...(previous && { previous }) })
  if (previous) previous.next = token
  return token
}

const ATTRIBUTE = /[ \t]*(?:([^\s="'{}]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+)))?|\})/y

/** Reads `{a="1" b=2 c}`. Values in quotes are as written. */
function readAttributes(text: string, from: number) {
  if (text[from] !== '{') return
  const attributes: Attribute[] = []
  ATTRIBUTE.lastIndex = from + 1
  for (let found = ATTRIBUTE.exec(text); found; found = ATTRIBUTE.exec(text)) {
    const [whole, name, double, single, bare] = found
    if (name === undefined) return { attributes, end: ATTRIBUTE.lastIndex }
    const at = found.index + whole.length - whole.trimStart().length
    attributes.push({ name, value: double ?? single ?? bare ?? true, at })
  }
}

function readLabel(text: string, from: number) {
  if (text[from] !== '[') return
  let open = 0
  for (const { 0: bracket, index } of text.slice(from).matchAll(/\\.|[[\]]/gs)) {
    open += bracket === '[' ? 1 : bracket === ']' ? -1 : 0
    if (open === 0) return { label: plain(text.slice(from + 1, from + index)), end: from + index + 1 }
  }
}

/** Reads `[label]{attributes}`, or a label without brackets, which is as written. */
function readAfterName(text: string, from: number) {
  const bracketed = readLabel(text, from)
  const open = bracketed?.end ?? findAttributes(text, from)
  const { attributes = [], end = open } = readAttributes(text, skipSpace(text, open)) ?? {}
  return { bracketed: bracketed?.label, bare: text.slice(from, open).trim(), attributes, end }
}

function findAttributes(text: string, from: number) {
  for (let at = text.indexOf('{', from); at !== -1; at = text.indexOf('{', at + 1)) {
    const read = text[at - 1] === '\\' ? undefined : readAttributes(text, at)
    if (read && text.slice(read.end).trim() === '') return at
  }
  return text.length
}

function skipSpace(text: string, from: number) {
  return from + (/^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0)
}

function plain(text: string) {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

/** Undefined if something else follows in the line. */
function readComponent(line: string, nameEnd: number) {
  const { bracketed, bare, attributes, end } = readAfterName(line, skipSpace(line, nameEnd))
  const label = bracketed ?? plain(bare)
  return line.slice(end).trim() === '' ? { ...(label && { label }), attributes } : undefined
}

export function openingBlock(line: string) {
  const [start = '', name] = /^ {0,3}::([a-z][a-z0-9-]*)(?=[[{ \t]|$)/.exec(line) ?? []
  if (name === undefined) return
  const read = readComponent(line, start.length)
  return read && { name, ...read }
}

/** Characters of a label or of attributes, so that the parser doesn't search a whole page for the end. */
const MAX_LENGTH = 500
const MAX_DEPTH = 8

const ATTRIBUTES = /^\{(?:[^"'}]|"[^"]*"|'[^']*')*\}$/

const attributesConstruct = textThat('componentAttributes', (code, text) => {
  if (text.endsWith('}') && ATTRIBUTES.test(text)) return true
  return code === null || isEol(code) || text.length > MAX_LENGTH ? false : undefined
})

function componentConstruct(names: ReadonlySet<string>): Construct {
  return {
    name: 'component',
    previous: code => code === null || !/[\w:/\\]/.test(String.fromCharCode(code)),
    tokenize(effects, ok, nok) {
      let name = ''
      let size = 0
      let depth = 0
      let isEscaped = false
      let previous: Token | undefined
      return code => {
        effects.enter('component')
        effects.consume(code)
        return inName
      }

      function inName(code: Code) {
        const character = String.fromCharCode(code ?? 0)
        if (name.length < 32 && /[a-z0-9-]/.test(character)) {
          name += character
          effects.consume(code)
          return inName
        }
        if (!names.has(name)) return nok(code)
        if (code === OPEN_BRACE) return effects.attempt(attributesConstruct, end, nok)(code)
        if (code !== OPEN) return nok(code)
        effects.consume(code)
        return labelLine
      }

      function labelLine(code: Code) {
        if (code === CLOSE && depth === 0) return closeLabel(code)
        if (code === null) return nok(code)
        previous = enterChunk(effects, 'text', previous)
        return inLabel(code)
      }

      function inLabel(code: Code) {
        size += 1
        if (code === null || size > MAX_LENGTH || depth > MAX_DEPTH) return nok(code)
        if (code === CLOSE && depth === 0 && !isEscaped) {
          effects.exit('chunkText')
          return closeLabel(code)
        }
        if (code === OPEN && !isEscaped) depth += 1
        if (code === CLOSE && !isEscaped) depth -= 1
        isEscaped = code === BACKSLASH && !isEscaped
        effects.consume(code)
        if (!isEol(code)) return inLabel
        effects.exit('chunkText')
        return labelLine
      }

      function closeLabel(code: Code): State | undefined {
        // The events of the label mustn't be the last ones.
        effects.enter('componentMarker')
        effects.consume(code)
        effects.exit('componentMarker')
        return next =>
          next === OPEN_BRACE ? effects.attempt(attributesConstruct, end, end)(next) : end(next)
      }

      function end(code: Code) {
        effects.exit('component')
        return ok(code)
      }
    },
  }
}

/** True for nothing but tags of components: this HTML ends with the line, so that Markdown can follow. */
function isTagLine(line: string, isElement: (name: string) => boolean) {
  if (!/^ {0,3}<\/?[A-Za-z]/.test(line)) return false
  let at = 0
  for (const { start, end, written } of scanAllTags(line)) {
    if (line.slice(at, start).trim() !== '' || !isElement(written)) return false
    at = end
  }
  return at > 0 && line.slice(at).trim() === ''
}

export function flowLine(token: TokenType, test: (line: string) => boolean): Construct {
  return { ...lineThat(token, test), name: token, partial: false, concrete: true }
}

function lineThat(token: TokenType, test: (line: string) => boolean): Construct {
  return textThat(token, (code, text) => (code === null || isEol(code) ? test(text) : undefined))
}

/** Text up to where `isRight` accepts or refuses it, given the next code. A tab is as many spaces as it has columns. */
function textThat(token: TokenType, isRight: (code: Code, text: string) => boolean | undefined): Construct {
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      let text = ''
      return code => {
        effects.enter(token)
        return inText(code)
      }

      function inText(code: Code) {
        const answer = isRight(code, text)
        if (answer) {
          effects.exit(token)
          return ok(code)
        }
        if (answer === false || code === null) return nok(code)
        // Tabs and their further columns are negative codes.
        text += code < 0 ? ' ' : String.fromCharCode(code)
        effects.consume(code)
        return inText
      }
    },
  }
}

/** The end of a line before one that isn't lazy. */
const NEXT_LINE: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return code => {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return next => (this.parser.lazy[this.now().line] ? nok(next) : ok(next))
    }
  },
}

function isEol(code: Code) {
  return code !== null && code < -2
}

const empty = { name: '', attributes: [], size: 0, closed: true, children: [] }
export const emptyComponent: ComponentNode = { ...empty, type: 'component', kind: 'inline', written: '' }
export const emptyContainer: ContainerNode = { ...empty, type: 'container', title: '', alert: false }

function treeExtension(components: Components): TreeExtension {
  return {
    canContainEols: ['component'],
    enter: {
      container(token) {
        this.enter({ ...emptyContainer, closed: false, children: [] }, token)
      },
      component(token) {
        const [written = ''] = /^:[a-z0-9-]+/.exec(this.sliceSerialize(token)) ?? []
        this.enter({ ...emptyComponent, written, name: written.slice(1), children: [] }, token)
      },
    },
    exit: {
      containerOpening(token) {
        const node = this.stack.at(-1) as ContainerNode
        const line = this.sliceSerialize(token)
        const { name = '', size = 0, nameEnd = 0 } = openingContainer(line) ?? {}
        Object.assign(node, { name, size })
        if (components.get(name)?.kinds.includes('container')) {
          const read = readComponent(line, nameEnd) ?? { label: line.slice(nameEnd).trim() }
          Object.assign(node, { kind: 'container', written: `${':'.repeat(size)} ${name}`, ...read })
          return
        }
        const { bracketed, bare, attributes } = readAfterName(line, nameEnd)
        node.attributes = attributes
        node.title = bracketed ?? bare
        if (!/[`*_\\&[]/.test(node.title)) return
        node.titleRuns = readInlineLine(node.title)
        node.title = node.titleRuns.map(run => run.text).join('')
      },
      containerClosing() {
        Object.assign(this.stack.at(-1) ?? {}, { closed: true })
      },
      container(token) {
        const node = this.stack.at(-1)
        this.exit(token)
        // Not before: in a component, ends of lines are text.
        if (node && 'kind' in node) Object.assign(node, { type: 'component' })
      },
      componentAttributes(token) {
        const node = this.stack.at(-1) as ComponentNode
        const text = this.sliceSerialize(token)
        node.attributes = readAttributes(text, 0)?.attributes ?? [{ name: text, value: true, at: 0 }]
        const { line, column } = token.start
        node.attributesAt = { line: line - (node.position?.start.line ?? line), column }
      },
      component(token) {
        this.exit(token)
      },
      componentTags(token) {
        this.enter({ type: 'html', value: this.sliceSerialize(token) }, token)
        this.exit(token)
      },
      componentBlock(token) {
        const read = openingBlock(this.sliceSerialize(token))
        const written = `::${read?.name}`
        this.enter({ ...emptyComponent, kind: 'block', written, ...read, children: [] }, token)
        this.exit(token)
      },
    },
  }
}
