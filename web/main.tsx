import { render } from 'preact'
import { createEmbeddedSource, readEmbedded } from './data/embedded-source.ts'
import { createLiveSource } from './data/live-source.ts'
import { App } from './views/app.tsx'
import './style/page.css'

const exported = readEmbedded()
const source = exported ? createEmbeddedSource(exported) : createLiveSource()
render(<App source={source} only={exported?.session.sessionId ?? null} />, document.getElementById('app')!)
