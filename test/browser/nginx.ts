import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startClosable } from '../support/closable.ts'

const PROGRAM = '/usr/sbin/nginx'

export function hasNginx(): boolean {
  return existsSync(PROGRAM)
}

/**
 * Serves an output with the files that it holds for nginx, of which `edit` may change the headers.
 * Call `close` after the tests.
 */
export async function startNginx(
  output: string,
  edit: (headers: string) => string,
): Promise<{ origin: string; close(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-nginx-'))
  const free = await startClosable(createServer(), '127.0.0.1')
  await free.close()
  writeFileSync(
    path.join(folder, 'headers.conf'),
    edit(readFileSync(path.join(output, 'nginx-headers.conf'), 'utf8')),
  )
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(folder, output, free.port))
  const program = spawn(PROGRAM, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  program.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<void>(resolve => program.once('exit', () => resolve()))
  const origin = `http://127.0.0.1:${free.port}`
  const close = async () => {
    program.kill()
    await ended
    rmSync(folder, { recursive: true })
  }
  while (!(await answers(origin)))
    if (program.exitCode !== null) {
      await close()
      throw new Error(`nginx: ${stderr}`)
    }
  return { origin, close }
}

async function answers(origin: string): Promise<boolean> {
  const isThere = await fetch(origin).then(
    () => true,
    () => false,
  )
  if (!isThere) await new Promise(resolve => setTimeout(resolve, 20))
  return isThere
}

function configuration(folder: string, output: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${temporary.map(name => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  types {
    text/html html;
    text/css css;
    text/javascript js;
    application/json json;
    image/svg+xml svg;
    image/png png;
  }
  server {
    listen 127.0.0.1:${port};
    root ${output};
    error_page 404 /404.html;
    include ${output}/nginx-redirects.conf;
    include ${folder}/headers.conf;
  }
}
`
}
