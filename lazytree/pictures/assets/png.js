// Saves the tree of a picture as it is now: a copy that has its colours in itself is drawn as an image.

const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "display", "visibility", "font-size", "font-weight"];
const WIDEST = 8000;  // pixels of a saved image: browsers draw none that is much larger

async function savePng({ figure, step, svg }) {
  const copy = svg.cloneNode(true), [drawn, copied] = [svg, copy].map((one) => [...one.querySelectorAll("*")]);
  drawn.forEach((element, at) => {
    const looks = getComputedStyle(element);
    for (const name of LOOKS) copied[at].setAttribute(name, looks.getPropertyValue(name));
  });
  const image = new Image(), canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
  const { width, height } = svg.viewBox.baseVal, scale = Math.min(2, WIDEST / width, WIDEST / height);
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
  pen.fillStyle = getComputedStyle(figure).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = document.createElement("a");
  [link.href, link.download] = [canvas.toDataURL("image/png"), `step-${step}.png`];
  link.click();
}
