import type { ElementContent } from 'hast'
import * as z from 'zod'
import { element, text } from '../../lib/html.ts'
import { defineComponent, type Tools } from './component.ts'

const FILE = /\.(?:mp4|webm|ogv|mov|m4v)(?:[?#]|$)/i
const ADDRESS = /^https:\/\//i

/** A video of the site, or one of another site that is loaded when a reader asks for it. */
export const video = defineComponent({
  name: 'video',
  about: 'A video: a file, or one of another site, which is loaded only when a reader asks for it.',
  kinds: ['block'],
  props: z.strictObject({
    title: z.string().min(1).describe('What the video shows.'),
    src: z.string().min(1).describe('A file, or the address of the video on YouTube, Vimeo or elsewhere.'),
    poster: z
      .string()
      .optional()
      .describe('A picture that stands there until the video plays; of files only.'),
    captions: z.string().optional().describe('A file of captions (`.vtt`); of files only.'),
  }),
  label: 'title',
  texts: ['title'],
  render: (props, _children, tools) =>
    FILE.test(props.src) || !ADDRESS.test(props.src) ? player(props, tools) : frame(props, tools),
})

interface VideoProps {
  title: string
  src: string
  poster?: string | undefined
  captions?: string | undefined
}

function player({ title, src, poster, captions }: VideoProps, { address, lang }: Tools): ElementContent[] {
  const file = address('src', src, 'media')
  if (!file) return []
  const picture = poster === undefined ? undefined : address('poster', poster, 'image')
  const track = captions === undefined ? undefined : address('captions', captions, 'media')
  const tracks = track
    ? [element('track', { kind: 'captions', src: track.address, srcLang: lang, default: true })]
    : []
  const properties = {
    className: ['video'],
    controls: true,
    playsInline: true,
    preload: 'metadata',
    src: file.address,
    ariaLabel: title,
    ...(picture ? { poster: picture.address } : {}),
  }
  return [element('video', properties, tracks)]
}

/** What is in a closed `details` is not in view, so the frame loads nothing before it is opened. */
function frame({ title, src }: VideoProps, { address, texts, icon }: Tools): ElementContent[] {
  const embedded = embedAddress(src)
  const target = address('src', embedded, 'frame')
  if (!target) return []
  const host = URL.canParse(src) ? new URL(src).hostname.replace(/^www\./, '') : src
  const drawn = icon('play')
  const says = (texts['video'] ?? '{title}').replace('{title}', () => title).replace('{host}', () => host)
  const properties = {
    src: target.address,
    title,
    loading: 'lazy',
    allow: 'picture-in-picture; encrypted-media',
    allowFullScreen: true,
    referrerPolicy: 'strict-origin-when-cross-origin',
  }
  const sign = drawn ? [element('span', { className: ['glyph'], ariaHidden: 'true' }, [drawn])] : []
  return [
    element('details', { className: ['video-frame'] }, [
      element('summary', {}, [...sign, element('span', {}, [text(says)])]),
      element('iframe', properties),
    ]),
  ]
}

/** Where a video can be shown in a frame, without cookies where its host offers that. */
function embedAddress(src: string): string {
  const youtube =
    /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{6,20})/i.exec(
      src,
    )?.[1]
  if (youtube !== undefined) return `https://www.youtube-nocookie.com/embed/${youtube}`
  const vimeo = /^https:\/\/(?:www\.)?vimeo\.com\/(\d+)/i.exec(src)?.[1]
  return vimeo === undefined ? src : `https://player.vimeo.com/video/${vimeo}?dnt=1`
}
