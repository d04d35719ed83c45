// Unpacks a file of Python, in a worker that ends then, because this needs memory. Sends the share
// of the file that has arrived, and at the end the contents.
import { XzReadableStream } from 'xz-decompress';

async function unpack(url: string): Promise<void> {
  const { ok, status, headers, body } = await fetch(url);
  if (!ok || !body) throw new Error(`${url}: ${status}`);
  const size = Number(headers.get('content-length') ?? NaN);
  let arrived = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      arrived += bytes.length;
      postMessage(arrived / size);
      controller.enqueue(bytes);
    },
  });
  const type = { headers: { 'content-type': 'application/wasm' } };
  const unpacked = new Response(new XzReadableStream(body.pipeThrough(counter)), type);
  const isCode = url.includes('.wasm.');
  postMessage(await (isCode ? WebAssembly.compileStreaming(unpacked) : unpacked.arrayBuffer()));
  close();
}

onmessage = ({ data }: MessageEvent<string>) => void unpack(data).catch(reportError);
