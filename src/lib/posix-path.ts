import path from 'node:path'

/** A path of this system with `/` between its parts, as everything but the system names files. */
export function posixPath(file: string): string {
  return path.sep === '/' ? file : file.replaceAll(path.sep, '/')
}

/** Where an absolute path lies below `root`, as findings and keys of caches name it. */
export function sitePath(root: string, file: string): string {
  return posixPath(path.relative(root, file))
}
