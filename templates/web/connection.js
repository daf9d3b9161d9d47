// The server behind a table: changes are posted, news come as server-sent events.

const PATIENCE = 8000; // ms for an answer
const FOR_FILES = 180_000;

/** Ask the server; a body is posted, a file as it is. */
export async function ask(path, body) {
  const file = body instanceof Blob;
  const headers = { "content-type": `application/${file ? "octet-stream" : "json"}` };
  const posted = body === undefined ? {} : { method: "POST", headers, body: file ? body : JSON.stringify(body) };
  const response = await fetch(path, { ...posted, signal: AbortSignal.timeout(file ? FOR_FILES : PATIENCE) });
  return { status: response.status, answer: await response.json().catch(() => ({})) };
}

export class Connection {
  constructor(id) { this.id = id; }

  open(pad) {
    this.pad = pad;
    this.onVisible = () => {
      if (document.hidden) this.source?.close(); // a browser has six lines to a server, for all its tabs together
      else this.refresh();
    };
    document.addEventListener("visibilitychange", this.onVisible);
    this.onPageHide = () => this.source?.close(); // a browser that keeps the page for later keeps the line too
    addEventListener("online", this.onVisible);
    addEventListener("pageshow", this.onVisible);
    addEventListener("pagehide", this.onPageHide);
    this.listen();
    this.refresh(); // a server in front may hold the first event back
  }

  listen() {
    this.source?.close();
    if (this.ended || document.hidden) return;
    this.source = new EventSource(`tables/${this.id}/news`);
    this.source.onopen = () => this.pad.setConnected(true);
    this.source.onmessage = (event) => {
      this.pad.setConnected(true);
      this.pad.receive(JSON.parse(event.data));
    };
    this.source.addEventListener("closed", () => this.pad.closed());
    this.source.onerror = () => {
      this.pad.setConnected(false);
      if (this.source.readyState === EventSource.CLOSED) setTimeout(() => this.refresh(), 2000);
    };
  }

  /** Catch up: what a phone that slept may have missed. */
  async refresh() {
    if (this.ended) return;
    try {
      const { status, answer } = await ask(`tables/${this.id}`);
      if (status === 404 && answer.problems) return this.pad.closed();
      if (status === 200) this.pad.receive(answer);
    } catch { /* the next event tells */ }
    if (!this.source || this.source.readyState === EventSource.CLOSED) this.listen();
  }

  close() {
    this.ended = true;
    this.source?.close();
    document.removeEventListener("visibilitychange", this.onVisible);
    removeEventListener("online", this.onVisible);
    removeEventListener("pageshow", this.onVisible);
    removeEventListener("pagehide", this.onPageHide);
  }

  send(changes) { return ask(`tables/${this.id}/changes`, { changes }); }
}
