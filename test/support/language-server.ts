import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)

interface Message {
  id?: number
  method?: string
  params?: { items?: unknown[] }
  result?: unknown
}

/** The language server of TypeScript, as editors ask it. To be closed. */
export class LanguageServer {
  readonly #process: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<number, (result: unknown) => void>()
  #received = Buffer.alloc(0)
  #asked = 0

  constructor() {
    this.#process = spawn(process.execPath, [compiler, '--lsp', '--stdio'])
    this.#process.stdout.on('data', (part: Buffer) => this.#receive(part))
  }

  /** Starts in a folder; to be done first. */
  async start(folder: string): Promise<void> {
    await this.#request('initialize', {
      processId: null,
      rootUri: pathToFileURL(folder).href,
      capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    })
    this.#send({ method: 'initialized', params: {} })
  }

  /** Opens a file with this text. */
  open(file: string, text: string): void {
    const uri = pathToFileURL(file).href
    const textDocument = { uri, languageId: 'typescript', version: 1, text }
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } })
  }

  /** What an editor shows of the word at `index` of an opened file. */
  async hover(file: string, text: string, index: number): Promise<string> {
    const before = text.slice(0, index).split('\n')
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
    const textDocument = { uri: pathToFileURL(file).href }
    const result = await this.#request('textDocument/hover', { textDocument, position })
    return (result as { contents: { value: string } } | null)?.contents.value ?? ''
  }

  close(): void {
    this.#process.kill()
  }

  #request(method: string, params: object): Promise<unknown> {
    this.#asked += 1
    const id = this.#asked
    return new Promise(resolve => {
      this.#waiting.set(id, resolve)
      this.#send({ id, method, params })
    })
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  #receive(part: Buffer): void {
    this.#received = Buffer.concat([this.#received, part])
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n')
      const [, length] = /Content-Length: (\d+)/i.exec(this.#received.subarray(0, end).toString()) ?? []
      const next = end + 4 + Number(length)
      if (end < 0 || this.#received.length < next) return
      this.#answer(JSON.parse(this.#received.subarray(end + 4, next).toString()) as Message)
      this.#received = this.#received.subarray(next)
    }
  }

  /** The server asks for settings, too; there are none. */
  #answer({ id, method, params, result }: Message): void {
    if (id === undefined) return
    if (method !== undefined) this.#send({ id, result: params?.items?.map(() => null) ?? null })
    else this.#waiting.get(id)?.(result)
  }
}
