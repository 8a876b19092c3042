/** A frame in a notebook with the page of a solved game, which says what is played on it. */

export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    const [width, height] = model.get("_size");
    Object.assign(frame, { name: "gamekit-widget", title: model.get("_title"), srcdoc: model.get("_page") });
    frame.style.cssText = `border: 0; width: ${width}px; max-width: 100%; height: ${height}px`;
    frame.sandbox.add("allow-scripts");
    const told = ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      model.set("moves", data.moves);
      model.save_changes();
    };
    addEventListener("message", told);
    el.append(frame);
    return () => removeEventListener("message", told);
  },
};
