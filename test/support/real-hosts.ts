import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startClosable } from './closable.ts'

/** Where Debian and its relatives have the programs. */
export const NGINX = '/usr/sbin/nginx'
export const APACHE = '/usr/sbin/apache2'

/** True when a server can be started; warns where it cannot. */
export function hasHost(program: string): boolean {
  if (existsSync(program)) return true
  console.warn(`${program} is not installed: its tests are skipped.`)
  return false
}

/** A server that was started for tests. Call `close` after them. */
export interface RealHost {
  origin: string
  close(): Promise<void>
}

/** Serves `root` with nginx, which includes files in its server block. */
export function startNginx(root: string, includes: readonly string[]): Promise<RealHost> {
  return nginx(
    () => `
    absolute_redirect off;
    root ${root};
    error_page 404 /404.html;
    ${includes.map(file => `include ${file};`).join('\n    ')}`,
  )
}

/** True when there is an nginx that takes files by WebDAV; warns where there is none. */
export function hasDav(): boolean {
  if (!hasHost(NGINX)) return false
  const { stderr } = spawnSync(NGINX, ['-V'], { encoding: 'utf8' })
  if (!stderr.includes('http_dav_module')) console.warn('nginx takes no files: it was made without WebDAV.')
  return stderr.includes('http_dav_module')
}

/** nginx as a shared cache; its folder is removed with it. */
export function startDav(): Promise<RealHost> {
  return nginx(
    folder => `
    client_max_body_size 64m;
    root ${folder}/cache;
    dav_methods PUT;
    create_full_put_path on;`,
  )
}

/** Starts nginx with the configuration of one server; `folder` is removed with it. */
function nginx(server: (folder: string) => string): Promise<RealHost> {
  return start(
    [NGINX, '-e', 'stderr', '-c'],
    ({ folder, port }) => `${isRoot() ? 'user root;' : ''}
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${TEMPORARY.map(name => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  types {
    ${TYPES.map(([type, extension]) => `${type} ${extension};`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};${server(folder)}
  }
}
`,
  )
}

/** Serves a copy of `root` with Apache, which reads the `.htaccess` there; it is not run as root. */
export function startApache(root: string): Promise<RealHost> {
  const modules = ['mpm_event', 'authz_core', 'dir', 'mime', 'headers', 'alias', 'rewrite']
  return start([APACHE, '-D', 'FOREGROUND', '-f'], ({ folder, port }) => {
    cpSync(root, path.join(folder, 'root'), { recursive: true })
    chmodSync(path.join(folder, 'root'), OPEN)
    return `${modules.map(name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${isRoot() ? 'User nobody\nGroup nogroup' : ''}
DefaultRuntimeDir ${folder}
PidFile ${folder}/apache.pid
ErrorLog /dev/stderr
LogLevel error
Listen 127.0.0.1:${port}
ServerName 127.0.0.1
DocumentRoot ${folder}/root
DirectoryIndex index.html
TypesConfig /dev/null
${TYPES.map(([type, extension]) => `AddType ${type} .${extension}`).join('\n')}
<Directory ${folder}/root>
  AllowOverride All
  Require all granted
</Directory>
`
  })
}

/** What nginx has folders for, used or not. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const TYPES = [
  ['text/html', 'html'],
  ['text/css', 'css'],
  ['text/javascript', 'js'],
  ['application/json', 'json'],
  ['image/svg+xml', 'svg'],
  ['image/png', 'png'],
] as const

/** A folder for temporary files is its owner's alone: others must be able to enter it, too. */
const OPEN = 0o755

const isRoot = () => process.getuid?.() === 0

/** Starts a program on a free port. Its configuration, in a folder of its own, is the last argument. */
async function start(
  [program, ...options]: [string, ...string[]],
  configuration: (place: { folder: string; port: number }) => string,
): Promise<RealHost> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-host-'))
  chmodSync(folder, OPEN)
  const free = await startClosable(createServer())
  await free.close()
  const file = path.join(folder, 'host.conf')
  writeFileSync(file, configuration({ folder, port: free.port }))
  const log = path.join(folder, 'errors.log')
  const child = spawn(program, [...options, file], { stdio: ['ignore', 'ignore', openSync(log, 'w')] })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const close = async () => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true })
  }
  const origin = `http://127.0.0.1:${free.port}`
  while (!(await answers(origin)))
    if (child.exitCode !== null) {
      const errors = readFileSync(log, 'utf8')
      await close()
      throw new Error(`${program}: ${errors}`)
    }
  return { origin, close }
}

async function answers(origin: string): Promise<boolean> {
  const answer = await fetch(origin).catch(() => undefined)
  if (!answer) await new Promise(resolve => setTimeout(resolve, 20))
  return answer !== undefined
}
